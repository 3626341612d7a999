/** The limit for any form in bytes, including the fields sent with a file. */
export const FORM_BYTES = 256 * 1024;
export const MOST_NAME = 100;
/** Steps of a name: the sort sheet has `job_destinations[0].product_mixes[1].is_accepted`, which is five. */
const MOST_DEEP = 5;

/** How many answers a form may have, how long its lists may be, and whether its buttons change its own rows. */
export type FormLimits = { fields: number; index: number; intents: boolean };

const USUAL: FormLimits = { fields: 500, index: 200, intents: false };

/** Pages whose own forms need more than other pages' do. */
const LARGER: readonly ({ path: RegExp } & Partial<FormLimits>)[] = [
  // Up to 600 product rates and 400 haul rates, three answers each.
  { path: /^\/jobs\/create\/rates$/, fields: 3_200, index: 600 },
  // Each product at each destination.
  { path: /^\/jobs\/create\/(sort-sheet|sorts)$/, fields: 5_000 },
  // A hundred products with five answers each.
  { path: /^\/jobs\/\d+\/destinations\/\d+$/, fields: 700 },
  // Five hundred loads at once.
  { path: /^\/jobs\/\d+\/destinations\/\d+\/inventory(\/deletion)?$/, fields: 600 },
  // Every line of a mill's statement.
  { path: /^\/trip-tickets\/reconcile\/\d+\/acceptance$/, fields: 5_100 },
  // "Add another person" is a button of the form itself.
  { path: /^\/onboarding\/invite-team$/, intents: true },
];

export function limitsOf(pathname: string): FormLimits {
  const path = pathname.replace(/\.data$/, "");
  const { path: _, ...more } = LARGER.find((row) => row.path.test(path)) ?? { path: null };
  return { ...USUAL, ...more };
}

/** The caller sent something that none of our pages would send. */
export class UnreadableForm extends Error {
  override readonly name = "UnreadableForm";
}

const RESERVED = new Set(["__intent__", "__state__"]);

/**
 * Whether a name is allowed in a form: short, not deep, no list longer than ours, and no property that every object
 * has. Check this before using the name for anything.
 */
function isName(name: string, limits: FormLimits): boolean {
  if (name.length > MOST_NAME) return false;
  if (RESERVED.has(name)) return limits.intents && name === "__intent__";
  const parts = name.split(/[.[]/);
  // "a[0].b" leaves nothing between the bracket and the dot, so three parts are three steps.
  if (parts.length > MOST_DEEP) return false;
  return parts.every((part) => {
    if (!part.endsWith("]")) return !part.includes("]") && !(part in {});
    const index = part.slice(0, -1);
    return index === "" || (/^\d{1,4}$/.test(index) && Number(index) <= limits.index);
  });
}

/** Throws unless these are the names and texts of a form that one of our pages could send. */
export function checkForm(entries: Iterable<[string, unknown]>, limits: FormLimits) {
  let fields = 0;
  for (const [name, value] of entries) {
    fields += 1;
    if (fields > limits.fields) throw new UnreadableForm("too many fields");
    if (!isName(name, limits)) throw new UnreadableForm("a name that no form has");
    if (name === "__intent__" && !isIntent(value, limits)) throw new UnreadableForm("no intent");
  }
}

/** An address's answers, where a form's gate would let them through; otherwise none of them. */
export function readableQuery(url: URL): URLSearchParams {
  try {
    checkForm(url.searchParams, limitsOf(url.pathname));
    return new URLSearchParams(url.searchParams);
  } catch (error) {
    if (error instanceof UnreadableForm) return new URLSearchParams();
    throw error;
  }
}

/** The two things that a form's own buttons ask for: one row more, or one less. */
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
