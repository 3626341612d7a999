import { queryElements } from "./css";
import { type Doc, type El, listDescendants, type Upload } from "./dom";
import { renderDrawing } from "./drawn";
import { getOwnerForm, isSubmitControl, listRadioGroup } from "./forms";
import type { Page } from "./page";
import { getAccessibleName, getAriaRole, getHeadingLevel, getLabelTexts, isDisabled } from "./roles";
import { fullText, innerText, isEmpty, isHiddenFromReaders, isShown, pageText } from "./seen";

export type NameOptions = {
  name?: string | RegExp;
  exact?: boolean;
  level?: number;
  checked?: boolean;
  includeHidden?: boolean;
};
export type LocatorOptions = { has?: Locator; hasText?: string | RegExp; visible?: boolean };
type Step = (doc: Doc, from: El[]) => El[];

export const collapseSpaces = (text: string) => text.replace(/[\s\u200b\u00ad]+/g, " ").trim();

/** Return Playwright's text comparison: a substring ignoring case, or the exact full text. */
function matcher(expected: string | RegExp, exact = false): (text: string) => boolean {
  if (typeof expected !== "string") return (text) => expected.test(text);
  const words = collapseSpaces(expected);
  if (exact) return (text) => collapseSpaces(text) === words;
  const small = words.toLowerCase();
  return (text) => collapseSpaces(text).toLowerCase().includes(small);
}

/**
 * Elements of a page, found again in the current document at each use; like Playwright's locators, fails if several
 * elements match where one is needed.
 */
export class Locator {
  constructor(
    readonly page: Page,
    private readonly steps: Step[],
    readonly said: string,
  ) {}

  /** Find matching elements below the given ones; by default in the whole current page. */
  found(from: El[] = [this.page.doc.root]): El[] {
    return this.steps.reduce((elements, step) => step(this.page.doc, elements), from);
  }

  /** The only match. */
  one(): El {
    const results = this.found();
    if (results.length === 1 && results[0]) return results[0];
    const what = results.length ? `${results.length} elements, not one` : "nothing";
    const some = results.slice(0, 5).map((element) => `\n  ${element.outerHTML.slice(0, 150)}`);
    throw new Error(`${this.said} finds ${what}.${some.join("")}\n${this.where()}`);
  }

  /** Describe the page's address and content, for error messages. */
  where(): string {
    const { doc, refused } = this.page;
    const stored = refused.length ? `\nThe browser did not send the form: ${refused.join(", ")}.` : "";
    return `At ${this.page.url()}:${stored}\n${pageText(doc).slice(0, 2_000)}`;
  }

  private next(step: Step, message: string) {
    return new Locator(this.page, [...this.steps, step], `${this.said}, ${message}`);
  }
  /** Return a locator for all descendants of the matches for which `holds` is true, each once in document order. */
  private those(holds: (doc: Doc, element: El) => boolean, message: string) {
    return this.next((doc, from) => {
      const seen = new Set(from.flatMap(listDescendants).filter((element) => holds(doc, element)));
      return from.length > 1 ? doc.all.filter((element) => seen.has(element)) : [...seen];
    }, message);
  }

  locator(selector: string, options: LocatorOptions = {}) {
    const match = this.next((doc, from) => {
      const named = new Set(queryElements(doc, selector));
      const inside = new Set(from.flatMap(listDescendants));
      return doc.all.filter((element) => named.has(element) && inside.has(element));
    }, selector);
    return Object.keys(options).length ? match.filter(options) : match;
  }
  filter({ has, hasText, visible }: LocatorOptions) {
    const says = hasText === undefined ? () => true : matcher(hasText);
    return this.next(
      (_doc, from) =>
        from.filter(
          (element) =>
            says(fullText(element)) &&
            (!has || has.found([element]).length > 0) &&
            (visible === undefined || (isShown(element) && !isEmpty(element)) === visible),
        ),
      `with ${hasText ?? has?.said ?? "visible"}`,
    );
  }
  getByRole(role: string, options: NameOptions = {}) {
    const { name, exact, level, checked, includeHidden } = options;
    const named = name === undefined ? () => true : matcher(name, exact);
    return this.those(
      (doc, element) =>
        getAriaRole(doc, element) === role &&
        (level === undefined || getHeadingLevel(element) === level) &&
        (checked === undefined || element.on === checked) &&
        (includeHidden || !isHiddenFromReaders(element)) &&
        (name === undefined || named(getAccessibleName(doc, element))),
      `${role}${name === undefined ? "" : ` "${name}"`}`,
    );
  }
  getByText(text: string | RegExp, { exact }: NameOptions = {}) {
    const says = matcher(text, exact);
    return this.those(
      (_doc, element) =>
        says(fullText(element)) &&
        !element.children.some((child) => typeof child !== "string" && says(fullText(child))),
      `the text "${text}"`,
    );
  }
  getByLabel(text: string | RegExp, { exact }: NameOptions = {}) {
    const says = matcher(text, exact);
    return this.those(
      (doc, element) => getLabelTexts(doc, element, fullText).some(says),
      `labelled "${text}"`,
    );
  }
  getByAltText(text: string | RegExp, { exact }: NameOptions = {}) {
    const says = matcher(text, exact);
    return this.those((_doc, { attributes }) => says(attributes.alt ?? ""), `the picture "${text}"`);
  }
  nth = (index: number) =>
    this.next((_doc, from) => from.slice(index, index === -1 ? undefined : index + 1), `#${index}`);
  first = () => this.nth(0);
  last = () => this.nth(-1);

  count = async () => this.found().length;
  all = async () => this.found().map((_, index) => this.nth(index));
  evaluate = async <T, A>(what: (element: El, argument: A) => T, argument: A) => what(this.one(), argument);
  evaluateAll = async <T>(what: (elements: El[]) => T) => what(this.found());
  textContent = async () => this.one().textContent;
  innerText = async () => innerText(this.one());
  allInnerTexts = async () => this.found().map(innerText);
  allTextContents = async () => this.found().map(({ textContent }) => textContent);
  getAttribute = async (name: string) => this.one().getAttribute(name);
  inputValue = async () => this.one().value;
  isChecked = async () => this.one().on;
  isDisabled = async () => isDisabled(this.one());
  isEnabled = async () => !isDisabled(this.one());
  isVisible = async () => this.found().length > 0 && isShown(this.one());
  screenshot = async () => renderDrawing(this.one());
  scrollIntoViewIfNeeded = async () => {};
  async waitFor() {
    this.usable("looked at");
  }

  /** Return the only matching element; throw if there is no single match or if a user could not use it. */
  private usable(how: string, mayBeDisabled = false): El {
    const element = this.one();
    if (!isShown(element)) throw new Error(`${this.said} is hidden and cannot be ${how}.\n${this.where()}`);
    if (!mayBeDisabled && isDisabled(element))
      throw new Error(`${this.said} is disabled and cannot be ${how}.\n${this.where()}`);
    this.page.focused = element;
    return element;
  }
  /** Return the matched field, or the field of a matched label. */
  private field(how: string): El {
    const element = this.usable(how);
    if (element.name !== "label") return element;
    const field = this.page.doc.labelled(element);
    if (!field || isDisabled(field))
      throw new Error(`${this.said} is the label of nothing that can be ${how}.`);
    return field;
  }

  async fill(text: string) {
    const field = this.field("filled");
    const { name, type, attributes } = field;
    const odd = ["checkbox", "radio", "file", "submit", "image", "button", "hidden", "range"];
    if (!["input", "textarea"].includes(name) || (name === "input" && odd.includes(type)))
      throw new Error(`${this.said} is a <${name}> that takes no text.`);
    if ("readonly" in attributes) throw new Error(`${this.said} cannot be changed.`);
    if (type === "number" && text && !Number.isFinite(Number(text)))
      throw new Error(`${this.said} takes numbers, not "${text}".`);
    if (type === "date" && text && !/^\d{4,}-\d\d-\d\d$/.test(text))
      throw new Error(`${this.said} takes a date, not "${text}".`);
    const most = Number(attributes.maxlength ?? Number.POSITIVE_INFINITY);
    // A text input has one line; text beyond a field's maximum length is cut.
    field.typed = (name === "input" ? text.replace(/[\r\n]/g, "") : text.replaceAll("\r\n", "\n")).slice(
      0,
      most,
    );
  }
  clear = async () => this.fill("");

  async setChecked(on: boolean) {
    const field = this.field(on ? "ticked" : "cleared");
    if (field.name !== "input" || !["checkbox", "radio"].includes(field.type))
      throw new Error(`${this.said} is no box to tick.`);
    if (field.on !== on) this.toggle(field);
    if (field.on !== on) throw new Error(`${this.said} cannot be cleared: another one is to be ticked.`);
  }
  check = () => this.setChecked(true);
  uncheck = () => this.setChecked(false);
  private toggle(field: El) {
    if (field.type === "radio")
      for (const item of listRadioGroup(this.page.doc, field)) item.on = item === field;
    else field.on = !field.on;
  }

  async selectOption(expected: string | { label?: string; value?: string; index?: number }) {
    const select = this.field("chosen from");
    if (select.name !== "select") throw new Error(`${this.said} is no list to choose from.`);
    const { options } = select;
    const is = (option: El, index: number) => {
      if (typeof expected === "string")
        return option.value === expected || collapseSpaces(option.textContent) === collapseSpaces(expected);
      return (
        (expected.label === undefined ||
          collapseSpaces(option.textContent) === collapseSpaces(expected.label)) &&
        (expected.value === undefined || option.value === expected.value) &&
        (expected.index === undefined || index === expected.index)
      );
    };
    const chosen = options.find(is);
    const shown = options.map((option) => `"${option.text}" (${option.value})`).join(", ");
    if (!chosen) throw new Error(`${this.said} offers no ${JSON.stringify(expected)}, only ${shown}.`);
    if (isDisabled(chosen)) throw new Error(`${JSON.stringify(expected)} of ${this.said} is disabled.`);
    for (const option of options) option.on = option === chosen;
    return [chosen.value];
  }

  async setInputFiles(files: Upload | Upload[]) {
    const field = this.one();
    const target = field.name === "label" ? this.page.doc.labelled(field) : field;
    if (target?.name !== "input" || target.type !== "file") throw new Error(`${this.said} takes no files.`);
    if (isDisabled(target)) throw new Error(`${this.said} is disabled.`);
    const all = [files].flat();
    if (all.length > 1 && !("multiple" in target.attributes)) throw new Error(`${this.said} takes one file.`);
    target.files = all;
  }

  async press(key: string) {
    const field = this.usable("typed into");
    if (key !== "Enter" || !["input", "button", "a", "summary"].includes(field.name))
      throw new Error(`What ${key} does in a <${field.name}> only a browser knows.`);
    if (field.name === "input" && !isSubmitControl(field)) await this.page.enter(field);
    else await this.act(field);
  }

  async click({ position }: { position?: { x: number; y: number } } = {}) {
    await this.act(this.usable("pressed"), position);
  }

  /** Perform the action of a pressed element, or of its nearest ancestor that has one. */
  private async act(pressed: El, position?: { x: number; y: number }): Promise<void> {
    const { doc } = this.page;
    for (const element of pressed.line) {
      const { name, type, attributes } = element;
      if (isDisabled(element) && name !== "fieldset")
        throw new Error(`${this.said} is disabled.\n${this.where()}`);
      if (name === "a" && attributes.href !== undefined) {
        if (attributes.target === "_blank") throw new Error(`${this.said} opens in another window.`);
        return this.page.visit(attributes.href);
      }
      if (isSubmitControl(element)) return this.page.submit(element, getOwnerForm(doc, element), position);
      if (name === "summary" && element.parent?.name === "details") {
        if ("open" in element.parent.attributes) delete element.parent.attributes.open;
        else element.parent.attributes.open = "";
        return;
      }
      if (name === "input" && ["checkbox", "radio"].includes(type)) return this.toggle(element);
      if (["input", "select", "textarea"].includes(name)) return;
      const field = name === "label" ? doc.labelled(element) : undefined;
      if (field && !isDisabled(field)) return this.act(field);
      if (name === "button") break;
    }
    throw new Error(`Pressing ${this.said} does nothing without script.\n${this.where()}`);
  }
}
