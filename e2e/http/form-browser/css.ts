import { type Doc, type El, listDescendants } from "./dom";

/** A test of whether an element matches one part of a selector. */
type Test = (element: El) => boolean;
type Step = { combinator: " " | ">" | "+" | "~"; tests: Test[] };

const PART =
  /^(?:(\*|[a-z][\w-]*)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:([~|^$*]?=)(?:"([^"]*)"|'([^']*)'|([^\]\s]+)))?\]|:(not|has|is)\(|:([\w-]+)(?:\(([^)]*)\))?)/i;

/** Return the position of the bracket that closes the one open at `from`. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let index = from; index < text.length; index++) {
    if (text[index] === "(") depth++;
    if (text[index] === ")" && --depth === 0) return index;
  }
  throw new Error(`A bracket is not closed in ${text}.`);
}

/** Split a selector at commas outside brackets and quotes. */
function parts(selector: string): string[] {
  const results = [""];
  let depth = 0;
  let quote = "";
  for (const letter of selector) {
    if (quote) quote = letter === quote ? "" : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if ("([".includes(letter)) depth++;
    else if (")]".includes(letter)) depth--;
    if (letter === "," && !depth && !quote) results.push("");
    else results[results.length - 1] += letter;
  }
  return results.map((part) => part.trim());
}

function attributeTest(name: string, sign: string | undefined, value: string): Test {
  const is: Record<string, (held: string) => boolean> = {
    "=": (held) => held === value,
    "~=": (held) => held.includes(value) && held.split(/\s+/).includes(value),
    "^=": (held) => held.startsWith(value),
    "$=": (held) => held.endsWith(value),
    "*=": (held) => held.includes(value),
  };
  return ({ attributes }) => {
    const held = attributes[name.toLowerCase()];
    return held !== undefined && (!sign || (is[sign]?.(held) ?? false));
  };
}

const siblings = ({ parent }: El) => parent?.children.filter((child) => typeof child !== "string") ?? [];

const STATES: Record<string, Test> = {
  checked: ({ name, on, parent, line }) =>
    name === "option"
      ? line.some((e) => e.name === "select" && e.value === (line[0]?.value ?? ""))
      : on && !!parent,
  disabled: ({ attributes }) => "disabled" in attributes,
  open: ({ attributes }) => "open" in attributes,
  empty: ({ children }) => children.length === 0,
  "first-child": (element) => siblings(element)[0] === element,
  "last-child": (element) => siblings(element).at(-1) === element,
};

function stepsOf(selector: string): Step[] {
  const steps: Step[] = [];
  let rest = selector.trim();
  let combinator: Step["combinator"] = " ";
  const sign = /^([>+~])\s*/.exec(rest);
  if (sign) {
    combinator = sign[1] as ">" | "+" | "~";
    rest = rest.slice(sign[0].length);
  }
  let step: Step = { combinator, tests: [] };
  while (rest) {
    const between = /^\s*([>+~])\s*|^\s+/.exec(rest);
    if (between) {
      steps.push(step);
      step = { combinator: (between[1] as ">" | "+" | "~" | undefined) ?? " ", tests: [] };
      rest = rest.slice(between[0].length);
      continue;
    }
    const match = PART.exec(rest);
    if (!match) throw new Error(`The driver does not know "${rest}" in the selector "${selector}".`);
    const [whole, tag, id, name, attribute, equals, a, b, c, inner, state] = match;
    let length = whole.length;
    if (tag) step.tests.push((element) => tag === "*" || element.name === tag.toLowerCase());
    if (id) step.tests.push((element) => element.id === id);
    if (name) step.tests.push(attributeTest("class", "~=", name));
    if (attribute) step.tests.push(attributeTest(attribute, equals, a ?? b ?? c ?? ""));
    if (inner) {
      const end = closing(rest, length);
      step.tests.push(innerTest(inner, rest.slice(length, end)));
      length = end + 1;
    }
    if (state) {
      const test = STATES[state];
      if (!test) throw new Error(`The driver does not know :${state} in the selector "${selector}".`);
      step.tests.push(test);
    }
    rest = rest.slice(length);
  }
  return [...steps, step];
}

function innerTest(kind: string, selector: string): Test {
  if (kind !== "has") {
    const test = createSelectorTest(selector);
    return (element) => test(element) === (kind === "is");
  }
  const all = parts(selector).map((part) => ({ steps: stepsOf(part), near: part.startsWith(">") }));
  return (element) =>
    all.some(({ steps, near }) =>
      listDescendants(element).some(
        (inner) => holds(inner, steps, steps.length - 1, near ? element : null) && inner !== element,
      ),
    );
}

/**
 * Check whether an element matches the selector's part at `index`, and its ancestors or earlier siblings the parts
 * before. If the first part begins with `>`, it must match a child of `root`.
 */
function holds(element: El, steps: Step[], index: number, root: El | null): boolean {
  const step = steps[index];
  if (!step?.tests.every((test) => test(element))) return false;
  if (index === 0) return step.combinator !== ">" || element.parent === root;
  if (step.combinator === ">") return !!element.parent && holds(element.parent, steps, index - 1, root);
  if (step.combinator === "+") {
    const all = siblings(element);
    const before = all[all.indexOf(element) - 1];
    return !!before && holds(before, steps, index - 1, root);
  }
  if (step.combinator === "~") {
    const all = siblings(element);
    return all.slice(0, all.indexOf(element)).some((before) => holds(before, steps, index - 1, root));
  }
  return element.line.slice(1).some((above) => holds(above, steps, index - 1, root));
}

const known = new Map<string, Test>();

/** Return a test of whether an element matches a selector. */
export function createSelectorTest(selector: string): Test {
  const match = known.get(selector);
  if (match) return match;
  const all = parts(selector).map(stepsOf);
  const test: Test = (element) => all.some((steps) => holds(element, steps, steps.length - 1, null));
  known.set(selector, test);
  return test;
}

/** Elements that match a selector below an element, or in the whole page. */
export const queryElements = (above: Doc | El, selector: string): El[] =>
  ("all" in above ? above.all : listDescendants(above)).filter(createSelectorTest(selector));
