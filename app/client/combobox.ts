import { createElement } from "./dom";

const TYPING_MS = 500;
const CLOSING_MS = 100;

/** Normalize text for comparison: trimmed and lower case. */
export const normalizeText = (text: string) => text.trim().toLowerCase();

/** Next highlighted position among `count` options: wraps around, and starts from the first or the last. */
export function nextOptionIndex(active: number, count: number, key: string): number {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === "ArrowDown") return active >= count - 1 ? 0 : active + 1;
  return active <= 0 ? count - 1 : active - 1;
}

export type Choice = {
  label: string;
  /** A second line. */
  hint?: string;
  /** Value of the option; empty for no choice. */
  value?: string;
  /** True if this option is currently selected. */
  current?: boolean;
};

type Ways<Option extends Choice> = {
  /** Return the options for a text. */
  find: (text: string) => Option[] | Promise<Option[]>;
  choose: (option: Option) => void;
  /** Clean up the input's text when the user leaves the input; if `back` is true, restore the previous value. */
  settle?: (back: boolean) => void;
  /** True if Tab selects the highlighted option and Enter never submits the form. */
  keeps: boolean;
  /** Message when there are no results. */
  none: string;
  /** Pause in milliseconds after a key before the typed text is looked up. */
  patience?: number;
};

/** Make an input a combobox with a list under it (the pattern of the ARIA authoring practices). */
export function initCombobox<Option extends Choice>(input: HTMLInputElement, ways: Ways<Option>) {
  const { find, choose, settle = () => {}, keeps, none, patience = TYPING_MS } = ways;
  const list = createElement("ul", { role: "listbox", id: `${input.id}-list`, "aria-label": "Choices" });
  const element = createElement("p", { role: "status" });
  const panel = createElement("div", { class: "picker-panel" }, list, element);
  panel.hidden = true;
  input.after(panel);
  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": list.id,
    "aria-autocomplete": "list",
    autocomplete: "off",
    spellcheck: "false",
  }))
    input.setAttribute(name, value);

  let results: Option[] = [];
  let active = -1;
  let asked = 0;
  let typing = 0;
  let closing = 0;
  const isOpen = () => !panel.hidden;
  const stopTyping = () => {
    clearTimeout(typing);
    typing = 0;
  };

  const mark = (index: number) => {
    active = index;
    for (const [i, item] of [...list.children].entries())
      item.setAttribute("aria-selected", String(i === index));
    const item = list.children[index];
    if (!item) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", item.id);
    item.scrollIntoView({ block: "nearest" });
  };
  const close = () => {
    asked++;
    stopTyping();
    panel.hidden = true;
    input.setAttribute("aria-expanded", "false");
    mark(-1);
  };
  const take = (option: Option) => {
    close();
    choose(option);
  };
  const item = (option: Option, i: number) => {
    const element = createElement(
      "li",
      { role: "option", id: `${list.id}-${i}`, "aria-selected": "false" },
      option.label,
    );
    if (option.hint) element.append(createElement("small", {}, option.hint));
    if (option.current) element.dataset.current = "";
    // Keep the focus in the input.
    element.addEventListener("pointerdown", (event) => event.preventDefault());
    element.addEventListener("click", () => take(option));
    return element;
  };
  const draw = (options: Option[]) => {
    results = options;
    list.replaceChildren(...options.map(item));
    element.className = options.length ? "sr" : "soft";
    element.textContent = options.length ? `${options.length} to choose from` : none;
    panel.hidden = false;
    input.setAttribute("aria-expanded", "true");
    panel.scrollIntoView({ block: "nearest" });
  };
  /**
   * Show the options for a text. Highlight the first search result, no option if the text was erased, or else the
   * current choice.
   */
  const look = async (text: string, isTyped = false): Promise<boolean> => {
    stopTyping();
    const mine = ++asked;
    const options = await find(normalizeText(text));
    if (mine !== asked) return false;
    draw(options);
    mark(
      normalizeText(text)
        ? Math.min(0, options.length - 1)
        : options.findIndex((o) => (isTyped ? o.value === "" : o.current)),
    );
    return true;
  };
  const takeMarked = () => {
    const marked = results[active];
    if (marked && isOpen()) take(marked);
  };

  input.addEventListener("input", () => {
    clearTimeout(typing);
    typing = window.setTimeout(() => look(input.value, true), patience);
  });
  input.addEventListener("click", async () => {
    if (!keeps) return;
    if (isOpen()) return close();
    await look("");
    input.select();
  });
  input.addEventListener("focus", () => clearTimeout(closing));
  input.addEventListener("blur", () => {
    closing = window.setTimeout(() => {
      close();
      settle(false);
    }, CLOSING_MS);
  });
  input.addEventListener("keydown", async (event) => {
    const { key } = event;
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (isOpen()) return mark(nextOptionIndex(active, results.length, key));
      await look(keeps ? "" : input.value);
      if (active < 0) mark(nextOptionIndex(-1, results.length, key));
    } else if ((key === "Home" || key === "End") && isOpen() && active >= 0) {
      event.preventDefault();
      mark(nextOptionIndex(active, results.length, key));
    } else if (key === "Escape" && (isOpen() || typing)) {
      event.preventDefault();
      close();
      settle(true);
    } else if (key === "Enter") {
      if (!isOpen() && !typing) return;
      if (keeps || active >= 0) event.preventDefault();
      if (keeps && typing && !(await look(input.value, true))) return;
      takeMarked();
    } else if (key === "Tab" && keeps) {
      if (typing && !(await look(input.value, true))) return;
      takeMarked();
    }
  });
}
