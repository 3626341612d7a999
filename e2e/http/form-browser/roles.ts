import { type Doc, type El, listDescendants } from "./dom";
import { isHiddenFromReaders, LINE_ELEMENTS } from "./seen";

const INPUTS: Record<string, string> = {
  button: "button",
  checkbox: "checkbox",
  email: "textbox",
  file: "button",
  image: "button",
  number: "spinbutton",
  password: "textbox",
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
  tel: "textbox",
  text: "textbox",
  url: "textbox",
};
const ELEMENTS: Record<string, string> = {
  address: "group",
  article: "article",
  aside: "complementary",
  blockquote: "blockquote",
  button: "button",
  caption: "caption",
  code: "code",
  dd: "definition",
  details: "group",
  dialog: "dialog",
  dt: "term",
  fieldset: "group",
  figure: "figure",
  hr: "separator",
  li: "listitem",
  main: "main",
  nav: "navigation",
  ol: "list",
  optgroup: "group",
  option: "option",
  output: "status",
  p: "paragraph",
  progress: "progressbar",
  search: "search",
  svg: "img",
  table: "table",
  tbody: "rowgroup",
  td: "cell",
  textarea: "textbox",
  tfoot: "rowgroup",
  thead: "rowgroup",
  time: "time",
  tr: "row",
  ul: "list",
};
const SECTIONS = ["article", "aside", "main", "nav", "section"];

/** Return an element's role for assistive technology. */
export function getAriaRole(doc: Doc, element: El): string | null {
  const { name, attributes, type } = element;
  const message = attributes.role?.trim().split(/\s+/)[0];
  if (message) return message;
  if (/^h[1-6]$/.test(name)) return "heading";
  if (name === "a") return "href" in attributes ? "link" : null;
  if (name === "img") return attributes.alt === "" ? "presentation" : "img";
  if (name === "th") return attributes.scope === "row" ? "rowheader" : "columnheader";
  if (name === "select")
    return "multiple" in attributes || Number(attributes.size) > 1 ? "listbox" : "combobox";
  if (name === "input") return "list" in attributes ? "combobox" : (INPUTS[type] ?? null);
  if (name === "section" || name === "form") {
    if (!getAccessibleName(doc, element)) return null;
    return name === "section" ? "region" : "form";
  }
  if (name === "header" || name === "footer") {
    if (element.line.some((above) => SECTIONS.includes(above.name))) return null;
    return name === "header" ? "banner" : "contentinfo";
  }
  return ELEMENTS[name] ?? null;
}

/** Return a heading's level. */
export const getHeadingLevel = ({ name, attributes }: El): number =>
  Number(attributes["aria-level"] ?? /^h([1-6])$/.exec(name)?.[1] ?? 0);

const BY_CONTENT =
  "button cell checkbox columnheader heading link menuitem option radio row rowheader switch tab tooltip".split(
    " ",
  );
const flat = (text: string) => text.replace(/[\s\u200b\u00ad]+/g, " ").trim();

/** Compute an element's accessible name, by the parts of the standard that this app uses. */
export function getAccessibleName(doc: Doc, element: El): string {
  const { name, attributes, type } = element;
  const named = attributes["aria-labelledby"];
  if (named !== undefined)
    return flat(
      named
        .split(/\s+/)
        .map((id) => doc.byId(id))
        .map((match) => (match ? attributeName(match) || content(doc, match, true) : ""))
        .join(" "),
    );
  if (attributes["aria-label"]?.trim()) return flat(attributes["aria-label"]);
  const own = nativeName(doc, element);
  if (own) return own;
  const role = attributes.role ?? (name === "section" || name === "form" ? null : getAriaRole(doc, element));
  if (role && BY_CONTENT.includes(role) && name !== "input") {
    const inside = content(doc, element, false);
    if (inside) return inside;
  }
  if (name === "input" && type === "submit") return "Submit";
  return flat(attributes.title ?? attributes.placeholder ?? "");
}

const attributeName = ({ attributes }: El) => flat(attributes["aria-label"] ?? "");

function nativeName(doc: Doc, element: El): string {
  const { name, attributes, type } = element;
  const first = (tag: string) =>
    element.children.find((child) => typeof child !== "string" && child.name === tag) as El | undefined;
  const inside = (match: El | undefined) => (match ? content(doc, match, false) : "");
  if (name === "fieldset") return inside(first("legend"));
  if (name === "table") return inside(first("caption"));
  if (name === "figure") return inside(first("figcaption"));
  if (name === "svg") return flat(first("title")?.textContent ?? "");
  if (name === "img") return flat(attributes.alt ?? "");
  if (name === "input" && ["submit", "button", "reset"].includes(type)) return flat(attributes.value ?? "");
  if (name === "input" && type === "image") return flat(attributes.alt ?? "");
  if (["input", "select", "textarea", "output", "progress", "meter", "button"].includes(name))
    return flat(
      doc
        .labelsOf(element)
        .map((label) => content(doc, label, false, element))
        .join(" "),
    );
  return "";
}

/** Name an element from its content; hidden content is left out unless it was referenced by id. */
function content(doc: Doc, element: El, hiddenToo: boolean, not?: El): string {
  const say = (node: El | string): string => {
    if (typeof node === "string") return node;
    if (node === not || ["script", "style"].includes(node.name)) return "";
    if (!hiddenToo && isHiddenFromReaders(node)) return "";
    const edge = LINE_ELEMENTS.has(node.name) ? " " : "";
    return `${edge}${inner(node)}${edge}`;
  };
  const inner = (node: El): string => {
    const message = attributeName(node);
    if (message) return message;
    if (node.name === "img") return node.attributes.alt ?? "";
    if (node.name === "svg") return nativeName(doc, node);
    if (node.name === "select") return "";
    if (node.name === "input" || node.name === "textarea")
      return ["checkbox", "radio", "hidden"].includes(node.type) ? "" : node.value;
    return node.children.map(say).join("");
  };
  return flat(element.children.map(say).join(""));
}

/** List the texts that label a field or section, as Playwright's `getByLabel` does. */
export function getLabelTexts(doc: Doc, element: El, textOf: (element: El) => string): string[] {
  const { attributes, name, type } = element;
  const named = attributes["aria-labelledby"];
  if (named !== undefined) {
    const results = named.split(/\s+/).flatMap((id) => doc.byId(id) ?? []);
    if (results.length) return results.map(textOf);
  }
  if (attributes["aria-label"]?.trim()) return [attributes["aria-label"]];
  const fields = ["button", "meter", "output", "progress", "select", "textarea"];
  if (fields.includes(name) || (name === "input" && type !== "hidden"))
    return doc.labelsOf(element).map(textOf);
  return [];
}

/** Check whether a control is disabled, by itself or by its fieldset. */
export function isDisabled(element: El): boolean {
  if (!["button", "input", "select", "textarea", "option", "optgroup", "fieldset"].includes(element.name))
    return element.attributes["aria-disabled"] === "true";
  if ("disabled" in element.attributes || element.attributes["aria-disabled"] === "true") return true;
  return element.line.slice(1).some((above) => {
    if (above.name === "optgroup") return "disabled" in above.attributes;
    if (above.name !== "fieldset" || !("disabled" in above.attributes)) return false;
    const legend = above.children.find((child) => typeof child !== "string" && child.name === "legend");
    return !(typeof legend === "object" && listDescendants(legend).includes(element));
  });
}
