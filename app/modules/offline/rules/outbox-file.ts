import { type FormOwner, isNeededByUnsentStep, isUnsent, type QueuedForm } from "./kept-forms";
import { isQueuedPath } from "./paths";

/** Maximum number of forms in a file; no device has ever stored more. */
const MAX_FORMS = 5_000;

/** Bytes encoded at once, a multiple of three: a whole photo may not fit into a phone's memory. */
const CHUNK = 3 * 8_192;

function* base64(body: ArrayBuffer): Generator<string> {
  for (let from = 0; from < body.byteLength; from += CHUNK)
    yield btoa(String.fromCharCode(...new Uint8Array(body, from, Math.min(CHUNK, body.byteLength - from))));
}

/**
 * Yield all unsent items as one file in parts, so that the outbox of a device without a connection can be sent from
 * another device. Sent items are included if an unsent step needs them to locate its load.
 */
export function* generateOutboxFile(items: readonly QueuedForm[]): Generator<string> {
  yield `{"timbertally_outbox":1,"saved_at":${JSON.stringify(new Date().toISOString())},"forms":[`;
  let comma = "";
  for (const { body, ...item } of items.filter(
    (form) => isUnsent(form) || isNeededByUnsentStep(form, items),
  )) {
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

/** Parse one form of a file, to be sent again as typed; null for any other value, or if its target isn't allowed. */
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

/** Parse all forms of an outbox file, of all its users; null for any other file, and if any form is invalid. */
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

/**
 * Parse the items of a file that belong to this user and company; `others` counts the remaining ones. Null for any
 * other file.
 */
export function parseOwnOutboxItems(
  text: string,
  who: FormOwner,
): { items: QueuedForm[]; others: number } | null {
  const read = parseOutboxFile(text);
  if (!read) return null;
  const items = read.filter(({ user, company }) => user === who.user && company === who.company);
  return { items, others: read.length - items.length };
}
