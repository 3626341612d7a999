import { make } from "./dom";

const TYPING_MS = 500;
const CLOSING_MS = 100;

/** A text as it is compared: without what surrounds it, and whatever its case. */
export const plain = (text: string) => text.trim().toLowerCase();

/** Where the mark goes from a place among so many: around the ends, and from nowhere to the first or the last. */
export function nextPlace(active: number, count: number, key: string): number {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === "ArrowDown") return active >= count - 1 ? 0 : active + 1;
  return active <= 0 ? count - 1 : active - 1;
}

export type Choice = {
  label: string;
  /** A second line. */
  hint?: string;
  /** What it stands for; the empty one stands for none. */
  value?: string;
  /** What is chosen now. */
  current?: boolean;
};

type Ways<Option extends Choice> = {
  /** The options for a text. */
  find: (text: string) => Option[] | Promise<Option[]>;
  choose: (option: Option) => void;
  /** Puts the input in order when it is left; `back`: to what it was. */
  settle?: (back: boolean) => void;
  /** Whether Tab takes what is marked, and Enter never sends the form. */
  keeps: boolean;
  /** What is said where nothing is found. */
  none: string;
  /** How long after a key one is taken to have typed, in milliseconds. */
  patience?: number;
};

/** Makes an input a combobox with a list under it (the pattern of the ARIA authoring practices). */
export function combobox<Option extends Choice>(input: HTMLInputElement, ways: Ways<Option>) {
  const { find, choose, settle = () => {}, keeps, none, patience = TYPING_MS } = ways;
  const list = make("ul", { role: "listbox", id: `${input.id}-list`, "aria-label": "Choices" });
  const said = make("p", { role: "status" });
  const panel = make("div", { class: "picker-panel" }, list, said);
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

  let found: Option[] = [];
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
    const made = make(
      "li",
      { role: "option", id: `${list.id}-${i}`, "aria-selected": "false" },
      option.label,
    );
    if (option.hint) made.append(make("small", {}, option.hint));
    if (option.current) made.dataset.current = "";
    // The input keeps the focus.
    made.addEventListener("pointerdown", (event) => event.preventDefault());
    made.addEventListener("click", () => take(option));
    return made;
  };
  const draw = (options: Option[]) => {
    found = options;
    list.replaceChildren(...options.map(item));
    said.className = options.length ? "sr" : "soft";
    said.textContent = options.length ? `${options.length} to choose from` : none;
    panel.hidden = false;
    input.setAttribute("aria-expanded", "true");
    panel.scrollIntoView({ block: "nearest" });
  };
  /** Shows what there is for a text, and marks the first of what was searched for, none where all was erased, else what stands. */
  const look = async (text: string, isTyped = false): Promise<boolean> => {
    stopTyping();
    const mine = ++asked;
    const options = await find(plain(text));
    if (mine !== asked) return false;
    draw(options);
    mark(
      plain(text)
        ? Math.min(0, options.length - 1)
        : options.findIndex((o) => (isTyped ? o.value === "" : o.current)),
    );
    return true;
  };
  const takeMarked = () => {
    const marked = found[active];
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
      if (isOpen()) return mark(nextPlace(active, found.length, key));
      await look(keeps ? "" : input.value);
      if (active < 0) mark(nextPlace(-1, found.length, key));
    } else if ((key === "Home" || key === "End") && isOpen() && active >= 0) {
      event.preventDefault();
      mark(nextPlace(active, found.length, key));
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
