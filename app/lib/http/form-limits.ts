/** Maximum bytes of any form, including the fields sent with a file. */
export const MAX_FORM_BYTES = 256 * 1024;
export const MAX_FIELD_NAME_LENGTH = 100;
/**
 * Maximum number of parts in a field name: `job_destinations[0].product_mixes[1].is_accepted` on the sort sheet has
 * five.
 */
const MAX_DEPTH = 5;

/** Maximum number of fields and list length of a form, and whether the form has buttons that add or remove its rows. */
export type FormLimits = { fields: number; index: number; intents: boolean };

const USUAL: FormLimits = { fields: 500, index: 200, intents: false };

/** Limits of pages whose forms need more than the usual limits. */
const LARGER: readonly ({ path: RegExp } & Partial<FormLimits>)[] = [
  // Up to 600 product rates and 400 haul rates, three fields each.
  { path: /^\/jobs\/create\/rates$/, fields: 3_200, index: 600 },
  // One field for each product at each destination.
  { path: /^\/jobs\/create\/(sort-sheet|sorts)$/, fields: 5_000 },
  // A hundred products with five fields each.
  { path: /^\/jobs\/\d+\/destinations\/\d+$/, fields: 700 },
  // Five hundred loads at once.
  { path: /^\/jobs\/\d+\/destinations\/\d+\/inventory(\/deletion)?$/, fields: 600 },
  // Every line of a mill's statement.
  { path: /^\/trip-tickets\/reconcile\/\d+\/acceptance$/, fields: 5_100 },
  // The button "Add another person" posts an intent.
  { path: /^\/onboarding\/invite-team$/, intents: true },
];

export function getFormLimits(pathname: string): FormLimits {
  const path = pathname.replace(/\.data$/, "");
  const { path: _, ...more } = LARGER.find((row) => row.path.test(path)) ?? { path: null };
  return { ...USUAL, ...more };
}

/** Thrown for a form that none of our pages could send. */
export class UnreadableFormError extends Error {
  override readonly name = "UnreadableForm";
}

const RESERVED = new Set(["__intent__", "__state__"]);

/**
 * Check whether a form may contain a field name: it is short, not deep, has no too-long list, and is not a property that
 * every object has. Call this before using the name.
 */
function isValidFieldName(name: string, limits: FormLimits): boolean {
  if (name.length > MAX_FIELD_NAME_LENGTH) return false;
  if (RESERVED.has(name)) return limits.intents && name === "__intent__";
  const parts = name.split(/[.[]/);
  // Splitting "a[0].b" leaves nothing between the bracket and the dot, so three parts remain.
  if (parts.length > MAX_DEPTH) return false;
  return parts.every((part) => {
    if (!part.endsWith("]")) return !part.includes("]") && !(part in {});
    const index = part.slice(0, -1);
    return index === "" || (/^\d{1,4}$/.test(index) && Number(index) <= limits.index);
  });
}

/** Throw unless the field names and values could come from a form on one of our pages. */
export function requireFormWithinLimits(entries: Iterable<[string, unknown]>, limits: FormLimits) {
  let fields = 0;
  for (const [name, value] of entries) {
    fields += 1;
    if (fields > limits.fields) throw new UnreadableFormError("too many fields");
    if (!isValidFieldName(name, limits)) throw new UnreadableFormError("a name that no form has");
    if (name === "__intent__" && !isIntent(value, limits)) throw new UnreadableFormError("no intent");
  }
}

/** Return a URL's query if it is within the form limits of its page; otherwise an empty query. */
export function readQuery(url: URL): URLSearchParams {
  try {
    requireFormWithinLimits(url.searchParams, getFormLimits(url.pathname));
    return new URLSearchParams(url.searchParams);
  } catch (error) {
    if (error instanceof UnreadableFormError) return new URLSearchParams();
    throw error;
  }
}

/** Check whether a value is one of the two intents of a form's own buttons: add or remove a row. */
function isIntent(value: unknown, limits: FormLimits): boolean {
  if (typeof value !== "string" || value.length > 300) return false;
  try {
    const { type, payload } = JSON.parse(value);
    const { name, index, defaultValue } = payload;
    return (
      (type === "insert" || (type === "remove" && index !== undefined)) &&
      typeof name === "string" &&
      /^\w{1,50}$/.test(name) &&
      !RESERVED.has(name) &&
      !(name in {}) &&
      (index === undefined || (Number.isInteger(index) && index >= 0 && index <= limits.index)) &&
      defaultValue === undefined
    );
  } catch {
    return false;
  }
}
