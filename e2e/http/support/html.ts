/** A page as a tree. The parser only handles React's output, in which all tags are closed. */
export type Element = {
  name: string;
  attributes: Record<string, string>;
  children: (Element | string)[];
};

const VOID = "area base br col embed hr img input link meta source track wbr".split(" ");
/** Elements whose content is always text. */
const RAW = ["script", "style", "textarea", "title"];
const TOKEN =
  /<!--[\s\S]*?-->|<!doctype[^>]*>|<\/([a-z][\w:-]*)\s*>|<([a-z][\w:-]*)((?:\s+[^\s"'>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*(\/?)>/gi;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

const decoded = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, number, name: string) => {
    if (hex || number) return String.fromCodePoint(Number.parseInt(hex ?? number, hex ? 16 : 10));
    const named = NAMED[name];
    if (named === undefined) throw new Error(`The entity ${all} is not known here.`);
    return named;
  });

/** Parse a document; throws if a closing tag has no open element. */
export function parseHtml(source: string): Element {
  const root: Element = { name: "#document", attributes: {}, children: [] };
  const open = [root];
  let index = 0;
  const inside = () => open.at(-1) ?? root;
  const addText = (text: string) => {
    if (text) inside().children.push(decoded(text));
  };
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(source); token; token = TOKEN.exec(source)) {
    addText(source.slice(index, token.index));
    index = TOKEN.lastIndex;
    const [tag, closed, opened, attributes = "", itself] = token;
    if (closed) {
      const { name } = inside();
      if (name !== closed.toLowerCase()) throw new Error(`${tag} closes <${name}> at ${token.index}.`);
      open.pop();
    }
    if (!opened) continue;
    const name = opened.toLowerCase();
    const element: Element = { name, attributes: attributesOf(attributes), children: [] };
    inside().children.push(element);
    if (VOID.includes(name) || itself) continue;
    if (!RAW.includes(name)) {
      open.push(element);
      continue;
    }
    const end = source.indexOf(`</${name}`, index);
    const text = source.slice(index, end);
    // A script's text is not decoded. A line break at the start of a `textarea` is not part of its text.
    element.children.push(/^s/.test(name) ? text : decoded(text.replace(/^\n/, "")));
    index = source.indexOf(">", end) + 1;
    TOKEN.lastIndex = index;
  }
  if (open.length > 1) throw new Error(`<${inside().name}> is not closed.`);
  return root;
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = "", a, b, c]) => [
      name.toLowerCase(),
      decoded(a ?? b ?? c ?? ""),
    ]),
  );

/** Find the matching descendants of an element, in document order. */
export function findElements(above: Element, holds: (element: Element) => boolean): Element[] {
  return above.children.flatMap((child) =>
    typeof child === "string" ? [] : [...(holds(child) ? [child] : []), ...findElements(child, holds)],
  );
}

/** All text below an element. */
export const getElementText = (element: Element): string =>
  element.children.map((child) => (typeof child === "string" ? child : getElementText(child))).join("");
