import { type Element, parseHtml } from "../support/html";

/** A file as picked by a user. */
export type Upload = { name: string; mimeType: string; buffer: Buffer };

const collapsed = (text: string) => text.replace(/\s+/g, " ").trim();

/** An element and its user input; its property names are those of the DOM, for tests that query it. */
export class El {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: (El | string)[];
  readonly parent: El | null;
  /** Typed text that replaces the initial value. */
  typed: string | undefined;
  /** True if a box is ticked, or an option chosen. */
  on: boolean;
  files: Upload[] = [];

  constructor({ name, attributes, children }: Element, parent: El | null = null) {
    this.name = name;
    this.attributes = attributes;
    this.parent = parent;
    this.on = name === "option" ? "selected" in attributes : "checked" in attributes;
    this.children = children.map((child) => (typeof child === "string" ? child : new El(child, this)));
  }

  get tagName(): string {
    return this.name.toUpperCase();
  }
  get id(): string {
    return this.attributes.id ?? "";
  }
  /** An input's type, as a browser interprets it. */
  get type(): string {
    const lowerCase = this.attributes.type?.toLowerCase();
    return lowerCase ?? (this.name === "button" ? "submit" : "text");
  }
  get textContent(): string {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }
  get text(): string {
    return collapsed(this.textContent);
  }
  get outerHTML(): string {
    const lines = Object.entries(this.attributes).map(
      ([name, value]) => ` ${name}="${value.replaceAll('"', "&quot;")}"`,
    );
    const inside = this.children.map((child) => (typeof child === "string" ? child : child.outerHTML));
    return `<${this.name}${lines.join("")}>${inside.join("")}</${this.name}>`;
  }
  get options(): El[] {
    return listDescendants(this).filter(({ name }) => name === "option");
  }
  get value(): string {
    const message = this.attributes.value;
    if (this.name === "option") return message ?? this.text;
    if (this.name === "select") return getChosenOptions(this)[0]?.value ?? "";
    if (this.typed !== undefined) return this.typed;
    if (this.name === "textarea") return this.textContent;
    return message ?? (["checkbox", "radio"].includes(this.type) ? "on" : "");
  }
  set value(text: string) {
    if (this.name === "select") for (const option of this.options) option.on = option.value === text;
    else this.typed = text;
  }
  getAttribute(name: string): string | null {
    return this.attributes[name.toLowerCase()] ?? null;
  }
  /** This element and its ancestors, the nearest first. */
  get line(): readonly El[] {
    this.around ??= [this, ...(this.parent?.line ?? [])];
    return this.around;
  }
  private around: readonly El[] | undefined;
}

/** List all descendants of an element in document order. */
export function listDescendants(above: El): El[] {
  const results: El[] = [];
  const walk = (element: El) => {
    for (const child of element.children) {
      if (typeof child === "string") continue;
      results.push(child);
      walk(child);
    }
  };
  walk(above);
  return results;
}

/** Return the options that a select would send: the selected ones, or else the first enabled option. */
export function getChosenOptions(select: El): El[] {
  const { options } = select;
  const chosen = options.filter(({ on }) => on);
  if ("multiple" in select.attributes) return chosen;
  return [chosen.at(-1) ?? options.find(({ attributes }) => !("disabled" in attributes))].filter(
    (option) => option !== undefined,
  );
}

/** A page as it was sent, with the text typed into it since. */
export class Doc {
  readonly root: El;
  /** Every element in document order. */
  readonly all: El[];
  private readonly ids = new Map<string, El>();

  constructor(source: string) {
    this.root = new El(parseHtml(source));
    this.all = listDescendants(this.root);
    for (const element of this.all)
      if (element.id && !this.ids.has(element.id)) this.ids.set(element.id, element);
  }

  byId(id: string): El | undefined {
    return this.ids.get(id);
  }

  /** Return a field's labels: those that refer to it, and one that contains it. */
  labelsOf(field: El): readonly El[] {
    this.labels ??= this.all
      .filter(({ name }) => name === "label")
      .map((label) => [label, this.labelled(label)]);
    return this.labels.flatMap(([label, labelled]) => (labelled === field ? [label] : []));
  }
  private labels: [El, El | undefined][] | undefined;

  /** Return the field that a label refers to. */
  labelled(label: El): El | undefined {
    const named = label.attributes.for;
    if (named !== undefined) return this.byId(named);
    return listDescendants(label).find(isLabelable);
  }

  title(): string {
    return this.all.find(({ name }) => name === "title")?.text ?? "";
  }
}

const LABELABLE = ["button", "input", "meter", "output", "progress", "select", "textarea"];
const isLabelable = (element: El) => LABELABLE.includes(element.name) && element.type !== "hidden";
