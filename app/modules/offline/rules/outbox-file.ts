import { type FormOwner, isNeeded, isUnsent, type QueuedForm } from "./kept-forms";
import { isQueuedPath } from "./paths";

/** No device has ever stored more forms than this. */
const MAX_FORMS = 5_000;

/** Bytes written in one go, a multiple of three: a whole photo is more than a phone can hold. */
const CHUNK = 3 * 8_192;

function* base64(body: ArrayBuffer): Generator<string> {
  for (let from = 0; from < body.byteLength; from += CHUNK)
    yield btoa(String.fromCharCode(...new Uint8Array(body, from, Math.min(CHUNK, body.byteLength - from))));
}

/**
 * Yield all unsent items as one file in parts: a device that can't send can still be carried to the office, and its
 * writer sends it from there. Sent items that a step needs to locate its load are included.
 */
export function* generateOutboxFile(items: readonly QueuedForm[]): Generator<string> {
  yield `{"timbertally_outbox":1,"saved_at":${JSON.stringify(new Date().toISOString())},"forms":[`;
  let comma = "";
  for (const { body, ...item } of items.filter((form) => isUnsent(form) || isNeeded(form, items))) {
    yield `${comma}\n${JSON.stringify(item).slice(0, -1)},"body":"`;
    yield* base64(body);
    yield '"}';
    comma = ",";
  }
  yield "\n]}\n";
}

export const buildOutboxFile = (items: readonly QueuedForm[]): string =>
  [...generateOutboxFile(items)].join("");

const isText = (value: unknown, most = 2_000): value is string =>
  typeof value === "string" && value.length <= most;
const isPair = (pair: unknown): pair is [string, string] =>
  Array.isArray(pair) && pair.length === 2 && isText(pair[0]) && isText(pair[1], 100_000);
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** Parse one form of a file, to be sent again as it was typed; null if it is something else, or goes anywhere else. */
function itemIn(value: unknown): QueuedForm | null {
  const form: Record<string, unknown> = value && typeof value === "object" ? { ...value } : {};
  const {
    id,
    user,
    company,
    action,
    page,
    title,
    type,
    body,
    fields,
    typed_at,
    order,
    zone_minutes,
    zone,
    after,
    href,
  } = form;
  if (!isText(id, 64) || !/^[\w-]{8,64}$/.test(id) || !isText(user) || !isText(company) || !isText(action))
    return null;
  if (!isQueuedPath((action.split("?")[0] ?? "").replace(/@[\w-]{8,64}/, "1"))) return null;
  if (!isText(type) || !/^(application\/x-www-form-urlencoded|multipart\/form-data; boundary=)/.test(type))
    return null;
  if (!isText(body, 60_000_000) || !Array.isArray(fields) || !fields.every(isPair) || !isNumber(typed_at))
    return null;
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
  const isSent = form.state === "sent" && isText(href) && /^\/trip-tickets\/\d+$/.test(href);
  return {
    id,
    user,
    company,
    action,
    page: isText(page) && /^\/(?!\/)/.test(page) ? page : "/outbox",
    title: isText(title) ? title : "",
    type,
    body: bytes.buffer,
    fields,
    typed_at,
    ...(isNumber(order) ? { order } : {}),
    zone_minutes: isNumber(zone_minutes) ? zone_minutes : 0,
    ...(isText(zone, 60) ? { zone } : {}),
    ...(isText(after, 64) ? { after } : {}),
    state: isSent ? "sent" : "waiting",
    tries: 0,
    said: "",
    href: isSent ? href : "",
    sent_at: isSent ? Date.now() : null,
  };
}

/** Return every form of a file, of all its writers; null for any other file, and if one form isn't what a device stores. */
export function parseOutboxFile(text: string): QueuedForm[] | null {
  try {
    const { timbertally_outbox, forms } = { ...JSON.parse(text) };
    if (timbertally_outbox !== 1 || !Array.isArray(forms) || forms.length > MAX_FORMS) return null;
    const all = forms.map(itemIn);
    const read = all.filter((item) => item !== null);
    return read.length < all.length ? null : read;
  } catch {
    return null;
  }
}

/** Return a file's items of its reader; `others` counts those of other users or companies. Null for any other file. */
export function parseOwnItems(text: string, who: FormOwner): { items: QueuedForm[]; others: number } | null {
  const read = parseOutboxFile(text);
  if (!read) return null;
  const items = read.filter(({ user, company }) => user === who.user && company === who.company);
  return { items, others: read.length - items.length };
}
