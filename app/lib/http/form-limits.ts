/** The limit for any form in bytes, including the fields sent with a file. */
export const MAX_FORM_BYTES = 256 * 1024;
export const MAX_NAME_LENGTH = 100;
/** Maximum steps in a name: the sort sheet has `job_destinations[0].product_mixes[1].is_accepted`, which is five. */
const MAX_DEPTH = 5;

/** Limits on the number of a form's fields and the length of its lists, and whether its buttons change its own rows. */
export type FormLimits = { fields: number; index: number; intents: boolean };

const USUAL: FormLimits = { fields: 500, index: 200, intents: false };

/** Pages whose own forms need more than others. */
const LARGER: readonly ({ path: RegExp } & Partial<FormLimits>)[] = [
  // Up to 600 product rates and 400 haul rates, three fields each.
  { path: /^\/jobs\/create\/rates$/, fields: 3_200, index: 600 },
  // Each product at each destination.
  { path: /^\/jobs\/create\/(sort-sheet|sorts)$/, fields: 5_000 },
  // A hundred products with five fields each.
  { path: /^\/jobs\/\d+\/destinations\/\d+$/, fields: 700 },
  // Five hundred loads at once.
  { path: /^\/jobs\/\d+\/destinations\/\d+\/inventory(\/deletion)?$/, fields: 600 },
  // Every line of a mill's statement.
  { path: /^\/trip-tickets\/reconcile\/\d+\/acceptance$/, fields: 5_100 },
  // "Add another person" is a button of the form itself.
  { path: /^\/onboarding\/invite-team$/, intents: true },
];

export function getFormLimits(pathname: string): FormLimits {
  const path = pathname.replace(/\.data$/, "");
  const { path: _, ...more } = LARGER.find((row) => row.path.test(path)) ?? { path: null };
  return { ...USUAL, ...more };
}

/** The caller sent something that none of our pages would send. */
export class UnreadableFormError extends Error {
  override readonly name = "UnreadableForm";
}

const RESERVED = new Set(["__intent__", "__state__"]);

/**
 * True if a name is allowed in a form: short, not deep, no list longer than ours, and no property that every object
 * has. Check this before using the name for anything.
 */
function isValidFieldName(name: string, limits: FormLimits): boolean {
  if (name.length > MAX_NAME_LENGTH) return false;
  if (RESERVED.has(name)) return limits.intents && name === "__intent__";
  const parts = name.split(/[.[]/);
  // "a[0].b" leaves nothing between the bracket and the dot, so three parts are three steps.
  if (parts.length > MAX_DEPTH) return false;
  return parts.every((part) => {
    if (!part.endsWith("]")) return !part.includes("]") && !(part in {});
    const index = part.slice(0, -1);
    return index === "" || (/^\d{1,4}$/.test(index) && Number(index) <= limits.index);
  });
}

/** Throw unless these are the names and texts of a form that one of our pages could send. */
export function requireFormWithinLimits(entries: Iterable<[string, unknown]>, limits: FormLimits) {
  let fields = 0;
  for (const [name, value] of entries) {
    fields += 1;
    if (fields > limits.fields) throw new UnreadableFormError("too many fields");
    if (!isValidFieldName(name, limits)) throw new UnreadableFormError("a name that no form has");
    if (name === "__intent__" && !isIntent(value, limits)) throw new UnreadableFormError("no intent");
  }
}

/** Return an address's fields if a form's gate would accept them; otherwise none of them. */
export function readQuery(url: URL): URLSearchParams {
  try {
    requireFormWithinLimits(url.searchParams, getFormLimits(url.pathname));
    return new URLSearchParams(url.searchParams);
  } catch (error) {
    if (error instanceof UnreadableFormError) return new URLSearchParams();
    throw error;
  }
}

/** True for the two intents of a form's own buttons: add a row, or remove one. */
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
