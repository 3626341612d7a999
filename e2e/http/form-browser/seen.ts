import { createSelectorTest } from "./css";
import { type Doc, type El, listDescendants } from "./dom";

/**
 * Selectors of elements that the styles hide on a wide screen without script. `seen.test.ts` checks that this list is
 * complete.
 */
export const HIDDEN_BY_STYLE = [
  "[hidden]",
  ".stack:not(:has(.loads .tick :checked)) .bulkbar.idle",
  ".topbar",
  ".tabs",
  ".badge:empty",
  ".crumbs .of",
  ".scripted",
  ".finder:has(.filter-row) .search .button span",
  ".finder:has(.filter-row) .to-panel",
  ".chip.in-row",
  ".gone ~ .clear",
  ".chips:not(:has(.chip:not(.in-row)))",
  'form:not(:has(#scaled_wood_unit_type_id option[value="1"]:checked)) .field:has(> #log_rule)',
];
const hiddenByStyle = createSelectorTest(HIDDEN_BY_STYLE.join(", "));
const NEVER = ["head", "script", "style", "template", "title", "datalist", "area", "param"];

function hides(element: El): boolean {
  const { name, attributes, type } = element;
  return (
    NEVER.includes(name) ||
    (name === "input" && type === "hidden") ||
    (name === "dialog" && !("open" in attributes)) ||
    /display:\s*none|visibility:\s*hidden/.test(attributes.style ?? "") ||
    hiddenByStyle(element)
  );
}

/** A closed `details` shows only its summary. */
const closedIn = (element: El, above: El) =>
  above.name === "details" &&
  !("open" in above.attributes) &&
  element !== above &&
  !element.line.some((e) => e.name === "summary" && e.parent === above);

/** Check whether an element takes up space on the page. */
export function isShown(element: El): boolean {
  // An option is as visible as its select.
  return !element.line.some((above) => hides(above) || closedIn(element, above));
}

/** Check whether screen readers skip an element. */
export const isHiddenFromReaders = (element: El): boolean =>
  element.line.some(({ attributes }) => attributes["aria-hidden"] === "true") || !isShown(element);

const CONTENT = "img svg input select textarea button video canvas hr progress meter iframe".split(" ");

/** Check whether an element has no content; only a browser could tell the size of an empty element. */
export const isEmpty = (element: El): boolean =>
  !element.text && ![element, ...listDescendants(element)].some(({ name }) => CONTENT.includes(name));

const SKIPPED = ["script", "noscript", "style", "head"];
const texts = new WeakMap<El, string>();

/**
 * Return all text of an element, visible or not, as Playwright matches it. An element's text doesn't change while the
 * page is open, so it is cached.
 */
export function fullText(element: El): string {
  const known = texts.get(element);
  if (known !== undefined) return known;
  const { name, type } = element;
  const text = SKIPPED.includes(name)
    ? ""
    : name === "input" && ["submit", "button", "reset"].includes(type)
      ? element.value
      : element.children.map((child) => (typeof child === "string" ? child : fullText(child))).join("");
  texts.set(element, text);
  return text;
}

/** Elements that start a new line. */
export const LINE_ELEMENTS = new Set(
  "address article aside blockquote body br caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav noscript ol optgroup option p pre search section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);

/** Return an element's visible text, with a line for each block. */
export function innerText(element: El): string {
  if (!isShown(element)) return fullText(element);
  let text = "";
  const walk = (node: El | string) => {
    if (typeof node === "string") {
      text += node.replace(/\s+/g, " ");
      return;
    }
    if (hides(node) || ["textarea", "select"].includes(node.name)) return;
    const closed = node.name === "details" && !("open" in node.attributes);
    const edge = ["td", "th"].includes(node.name) ? "\t" : LINE_ELEMENTS.has(node.name) ? "\n" : "";
    if (edge && node !== element) text += edge;
    for (const child of node.children)
      if (!closed || (typeof child !== "string" && child.name === "summary")) walk(child);
    if (edge && node !== element) text += edge;
  };
  if (element.name === "pre") return element.textContent;
  walk(element);
  return text
    .replace(/ *\t[\t ]*/g, "\t")
    .replace(/\s*\n\s*/g, "\n")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** Return the page's text for error messages. */
export function pageText(doc: Doc): string {
  const main = doc.all.find(({ name }) => name === "main") ?? doc.all.find(({ name }) => name === "body");
  return innerText(main ?? doc.root);
}
