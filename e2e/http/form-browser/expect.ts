import { type Assertion, expect as vitestExpect } from "vitest";
import { collapseSpaces, Locator } from "./locator";
import { Page } from "./page";
import { getAriaRole, isDisabled } from "./roles";
import { fullText, isEmpty, isShown } from "./seen";

type Timed = { timeout?: number };
type Words = string | RegExp | (string | RegExp)[];
/** Result of an assertion: whether it holds, and the actual value. */
type Found = { holds: boolean; saw: unknown };

const isText = (text: string, expected: string | RegExp, part: boolean) =>
  typeof expected !== "string"
    ? expected.test(collapseSpaces(text))
    : part
      ? collapseSpaces(text).includes(collapseSpaces(expected))
      : collapseSpaces(text) === collapseSpaces(expected);

function texts(locator: Locator, words: Words, part: boolean): Found {
  if (!Array.isArray(words)) {
    const text = fullText(locator.one());
    return { holds: isText(text, words, part), saw: collapseSpaces(text) };
  }
  const all = locator.found().map(fullText);
  // With `part`, elements may be missing but must be in order; otherwise all texts must match.
  let index = 0;
  if (part)
    for (const text of all) if (index < words.length && isText(text, words[index] ?? "", true)) index++;
  const holds = part
    ? index === words.length
    : all.length === words.length && all.every((text, i) => isText(text, words[i] ?? "", false));
  return { holds, saw: all.map(collapseSpaces) };
}

/** An element that isn't on the page counts as hidden. */
function shown(locator: Locator): Found {
  if (!locator.found().length) return { holds: false, saw: "nothing" };
  const item = locator.one();
  const holds = isShown(item);
  if (holds && isEmpty(item))
    throw new Error(`Whether ${locator.said}, which is empty, is seen only a browser knows.`);
  return { holds, saw: item.outerHTML.slice(0, 200) };
}

const ofLocator = {
  toBeVisible: (l: Locator) => shown(l),
  toBeHidden: (l: Locator) => ({ ...shown(l), holds: !shown(l).holds }),
  toBeAttached: (l: Locator) => ({ holds: l.found().length > 0 && !!l.one(), saw: l.found().length }),
  toHaveCount: (l: Locator, count: number) => ({ holds: l.found().length === count, saw: l.found().length }),
  toHaveText: (l: Locator, words: Words) => texts(l, words, false),
  toContainText: (l: Locator, words: Words) => texts(l, words, true),
  toHaveValue: (l: Locator, expected: string | RegExp) => {
    const { value } = l.one();
    return { holds: typeof expected === "string" ? value === expected : expected.test(value), saw: value };
  },
  toBeChecked: (l: Locator, { checked = true }: { checked?: boolean } = {}) => ({
    holds: l.one().on === checked,
    saw: l.one().on,
  }),
  toBeDisabled: (l: Locator) => ({ holds: isDisabled(l.one()), saw: l.one().outerHTML.slice(0, 200) }),
  toBeEnabled: (l: Locator, { enabled = true }: { enabled?: boolean } = {}) => ({
    holds: isDisabled(l.one()) !== enabled,
    saw: l.one().outerHTML.slice(0, 200),
  }),
  toHaveRole: (l: Locator, role: string) => {
    const saw = getAriaRole(l.page.doc, l.one());
    return { holds: saw === role, saw };
  },
  toBeFocused: (l: Locator) => ({
    holds: l.page.focused === l.one(),
    saw: l.page.focused?.outerHTML.slice(0, 200),
  }),
  toHaveAccessibleDescription: (l: Locator, expected: string | RegExp) => {
    const ids = l.one().attributes["aria-describedby"]?.split(/\s+/) ?? [];
    const saw = ids.map((id) => fullText(l.page.doc.byId(id) ?? l.one())).join(" ");
    return { holds: isText(saw, expected, false), saw: collapseSpaces(saw) };
  },
  toHaveAttribute: (l: Locator, name: string, expected?: string | RegExp) => {
    const saw = l.one().getAttribute(name);
    const is = typeof expected === "object" ? expected.test(saw ?? "") : saw === expected;
    return { holds: saw !== null && (expected === undefined || is), saw };
  },
};
const ofPage = {
  toHaveURL: (page: Page, expected: string | RegExp | ((at: URL) => boolean)) => {
    const saw = page.url();
    if (typeof expected === "function") return { holds: expected(new URL(saw)), saw };
    return {
      holds: typeof expected === "string" ? new URL(expected, saw).href === saw : expected.test(saw),
      saw,
    };
  },
  toHaveTitle: (page: Page, expected: string | RegExp) => {
    const saw = page.doc.title();
    return { holds: isText(saw, expected, false), saw };
  },
};

type Check = (...wanted: unknown[]) => Found;

/** Check an assertion; if the page reloads itself, wait for the reload and check again. */
async function hold(
  page: Page,
  where: () => string,
  name: string,
  not: boolean,
  check: Check,
  expected: unknown[],
) {
  const { timeout = 60_000 } =
    expected.find((item): item is Timed => typeof item === "object" && item !== null && "timeout" in item) ??
    {};
  for (let waited = 0; ; ) {
    const look = () => check(...expected);
    const { holds, saw } = look();
    if (holds !== not) return;
    const { refresh } = page;
    if (refresh === null || waited >= timeout) {
      const query = expected
        .map((item) => (item instanceof RegExp ? String(item) : JSON.stringify(item)))
        .join(", ");
      throw new Error(
        `${not ? "not " : ""}${name}(${query}) does not hold; seen: ${JSON.stringify(saw)}\n${where()}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, refresh * 1_000));
    waited += Math.max(refresh * 1_000, 100);
    await page.reload();
  }
}

type Assertions = {
  [name in keyof typeof ofLocator | keyof typeof ofPage]: (...wanted: unknown[]) => Promise<void>;
} & { not: Assertions };

/** Create Playwright's assertions about a page or part of it. Assertions that need a real browser throw an error. */
function about(page: Page, where: () => string, checks: Record<string, Check>, not: boolean): Assertions {
  return new Proxy(Object.create(null), {
    get(_, name) {
      if (name === "not") return about(page, where, checks, !not);
      if (name === "then") return undefined;
      const check = checks[String(name)];
      if (!check) throw new Error(`Only a browser could tell ${String(name)}.`);
      return (...expected: unknown[]) => hold(page, where, String(name), not, check, expected);
    },
  });
}

const bound = <T>(
  of: T,
  checks: Record<string, (of: T, ...wanted: never[]) => Found>,
): Record<string, Check> =>
  Object.fromEntries(
    Object.entries(checks).map(([name, check]) => [
      name,
      (...expected) => check(of, ...(expected as never[])),
    ]),
  );

function expectIt(of: Locator | Page): Assertions;
function expectIt(of: unknown, message?: string): Assertion;
function expectIt(of: unknown, message?: string): Assertions | Assertion {
  if (of instanceof Locator)
    return about(of.page, () => `${of.said}\n${of.where()}`, bound(of, ofLocator), false);
  if (of instanceof Page)
    return about(of, () => new Locator(of, [], "the page").where(), bound(of, ofPage), false);
  return vitestExpect(of, message);
}

/** Like Playwright's `expect`: pages and elements use the assertions above, all other values use Vitest's. */
export const expect = Object.assign(expectIt, {
  any: vitestExpect.any,
  poll: vitestExpect.poll,
  stringMatching: vitestExpect.stringMatching,
  objectContaining: vitestExpect.objectContaining,
  arrayContaining: vitestExpect.arrayContaining,
});
