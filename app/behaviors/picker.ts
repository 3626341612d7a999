/*
 * Pickers, brought to pages that have one; without a script the same controls work as the browser has them.
 *   select[data-picker]       becomes a box to type in with its options under it; the select stays and is what is sent
 *   form[data-suggest]        a GET search suggests, as one types, the [data-option] links and buttons of its answer
 *   select[data-choices]      lists only what goes with the field that it depends on (data-depends)
 *   fieldset[data-narrow]     a list to tick in is narrowed to what its search box says; what is ticked stays
 */
import { sortByMatch } from "~/domain/text/closest-match";
import { type Choice, combobox, plain } from "./combobox";
import { all, fieldOf, make, type PagePart } from "./dom";
import { suggest } from "./suggest";

const NARROWING_MS = 300;

/** By the value of the first field, the values and labels that the second one offers. */
export function readChoices(json: string | undefined): ReadonlyMap<string, [string, string][]> {
  const read: unknown = JSON.parse(json ?? "{}");
  const isPair = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && pair.length === 2 && pair.every((one) => typeof one === "string");
  return new Map(
    Object.entries(read && typeof read === "object" ? read : {}).map(([value, pairs]) => [
      value,
      Array.isArray(pairs) ? pairs.filter(isPair) : [],
    ]),
  );
}

const blankOf = (select: HTMLSelectElement) => [...select.options].find((option) => option.value === "");

function dependOn(select: HTMLSelectElement) {
  const first = select.form && fieldOf(select.form, select.dataset.depends ?? "");
  if (!first) return;
  const choices = readChoices(select.dataset.choices);
  const blank = blankOf(select);
  const list = () => {
    const chosen = select.value;
    const fitting = choices.get(first.value) ?? [];
    select.replaceChildren(
      ...(blank ? [blank] : []),
      ...fitting.map(([value, label]) => new Option(label, value)),
    );
    select.value = fitting.some(([value]) => value === chosen) ? chosen : "";
    select.dispatchEvent(new Event("options"));
  };
  first.addEventListener("change", list);
  addEventListener("pageshow", list);
  list();
}

type Offered = { text: string; value: string; disabled: boolean };

/** The options that contain a text, the closest match first; all of them in their order if the text is empty. */
export const findOptions = <Option extends Offered>(options: readonly Option[], text: string): Option[] =>
  sortByMatch(
    options.filter(
      (option) => !option.disabled && plain(option.text).includes(text) && (!text || option.value),
    ),
    text,
    (option) => option.text,
  );

function pick(select: HTMLSelectElement) {
  if (select.disabled || !select.id || select.hidden) return;
  const { id } = select;
  const input = make("input", { type: "text", class: "input", id });
  for (const name of ["aria-describedby", "aria-invalid"]) {
    const value = select.getAttribute(name);
    if (value !== null) input.setAttribute(name, value);
  }
  const blank = blankOf(select);
  if (blank) input.placeholder = blank.text;
  input.required = select.required;
  select.required = false;
  const hadFocus = document.activeElement === select;
  select.id = `${id}-native`;
  select.hidden = true;
  select.after(make("span", { class: "picker" }, input));

  const write = () => {
    const chosen = select.selectedOptions[0];
    input.value = chosen && chosen.value !== "" ? chosen.text : "";
  };
  const set = (value: string) => {
    const changed = select.value !== value;
    select.value = value;
    write();
    if (changed)
      for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, { bubbles: true }));
  };
  combobox<Choice & { value: string }>(input, {
    keeps: true,
    none: select.dataset.picker || "Nothing matches your search",
    find: (text) =>
      findOptions([...select.options], text).map((option) => ({
        label: option.text,
        value: option.value,
        current: option.selected,
      })),
    choose: ({ value }) => set(value),
    // Take the typed text if it names an option, and an emptied box if that's an answer; otherwise keep the previous
    // choice.
    settle: (back) => {
      const text = plain(input.value);
      const named = [...select.options].find((option) => option.value && plain(option.text) === text);
      const meant = text ? named : blank;
      if (!back && meant) set(meant.value);
      else write();
    },
  });
  write();
  addEventListener("pageshow", write);
  select.addEventListener("options", write);
  select.form?.addEventListener("reset", () => setTimeout(write));
  if (hadFocus) input.focus();
}

function narrow(set: HTMLFieldSetElement) {
  const input = set.querySelector<HTMLInputElement>("input[type=search]");
  if (!input || set.dataset.narrow === "on") return;
  const said = make("p", { role: "status", class: "soft small" });
  set.dataset.narrow = "on";
  set.append(said);
  let typing = 0;
  const look = () => {
    clearTimeout(typing);
    const rows = all(set, "[data-words]");
    const text = plain(input.value);
    for (const row of rows)
      row.hidden = !row.dataset.words?.includes(text) && !row.querySelector("input")?.checked;
    const shown = rows.filter((row) => !row.hidden).length;
    said.textContent = text ? `${shown} of ${rows.length}` : "";
  };
  input.addEventListener("input", () => {
    clearTimeout(typing);
    typing = window.setTimeout(look, NARROWING_MS);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    look();
  });
  // Who typed before this was loaded, or came back, has searched too.
  if (input.value !== input.defaultValue) look();
}

export default function wire(part: PagePart) {
  all<HTMLSelectElement>(part, "select[data-choices]").forEach(dependOn);
  all<HTMLSelectElement>(part, "select[data-picker]").forEach(pick);
  for (const form of all<HTMLFormElement>(part, "form[data-suggest]")) suggest(form);
  all<HTMLFieldSetElement>(part, "fieldset[data-narrow]").forEach(narrow);
}
