import type { Page } from "@playwright/test";

/** Elements that repeat many times on some pages: table rows, list items, options, and parts of drawings. */
const MEMBERS = "tbody > tr, ul > li, ol > li, select > option, svg > *, svg g > *";

/**
 * Runs in the page: keep the first three and the last of each group of similar list members. Similar members have the
 * same nested elements and attributes. Their addresses, names, values and ids may differ, and their texts need only be
 * of the same kind: words, signs, or nothing. Return the ids that were used twice, because axe rules that compare ids
 * see only the remaining elements.
 */
function thinned(members: string): string[] {
  const OTHER =
    /^(src|id|name|value|for|title|alt|datetime|content|action|d|x|y|x1|x2|y1|y2|cx|cy|r|width|height|points|transform|aria-label|aria-labelledby|aria-describedby|aria-controls)$/;
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of document.querySelectorAll("[id]")) (seen.has(id) ? twice : seen).add(id);

  const textOf = (text: string) =>
    /[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(text) ? "words" : text.trim() && "signs";
  const attributeOf = ({ name, value }: Attr) => {
    // Style sheets select by these attribute values: a link's scheme (`tel:`), and data values without digits.
    if (name === "href") return `${name}=${/^\w+:|^/.exec(value)?.[0]}`;
    if (name.startsWith("data-")) return `${name}=${/\d/.test(value) ? "a number" : value}`;
    return OTHER.test(name) ? `${name}${value.trim() && "="}` : `${name}=${value}`;
  };
  const shapeOf = (node: Node): string => {
    if (node instanceof Text) return textOf(node.data);
    if (!(node instanceof Element)) return "";
    return `<${[node.tagName, ...[...node.attributes].map(attributeOf)].join(" ")}>${[...node.childNodes].map(shapeOf).join("")}</>`;
  };
  if (document.querySelector("script[data-hydrates]")) return [...twice];
  const lists = new Map<Element, Map<string, Element[]>>();
  for (const member of document.querySelectorAll(members)) {
    const list = member.parentElement;
    if (!list || list.children.length < 5) continue;
    const alike = lists.get(list) ?? new Map<string, Element[]>();
    lists.set(list, alike);
    const shape = shapeOf(member);
    alike.set(shape, [...(alike.get(shape) ?? []), member]);
  }
  for (const alike of lists.values())
    for (const some of alike.values()) for (const element of some.slice(3, -1)) element.remove();
  return [...twice];
}

/**
 * Remove repeated content from a page, and return the ids that were used twice. Pages that React hydrates are not
 * changed, since React would fail on the missing elements.
 */
export const removeRepeatedContent = (page: Page) => page.evaluate(thinned, MEMBERS);
