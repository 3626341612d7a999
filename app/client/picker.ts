/*
 * Pickers, loaded on pages that have a picker; without a script the same controls work natively. select[data-picker]
 * becomes a text box with its options below; the hidden select is still submitted. form[data-suggest]: a GET search
 * suggests, while typing, the [data-option] links and buttons of its response. select[data-choices] lists only the
 * options that match another field (data-depends). fieldset[data-narrow]: a search box narrows the list of check boxes;
 * checked boxes stay.
 */
import { sortByMatch } from "~/lib/text/closest-match";
import { type Choice, initCombobox, normalizeText } from "./combobox";
import { createElement, getField, type PagePart, queryAll } from "./dom";
import { initSuggestions } from "./suggest";

const NARROWING_MS = 300;

/** Parse the second field's values and labels, by the first field's value. */
export function readChoices(json: string | undefined): ReadonlyMap<string, [string, string][]> {
  const read: unknown = JSON.parse(json ?? "{}");
  const isPair = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && pair.length === 2 && pair.every((item) => typeof item === "string");
  return new Map(
    Object.entries(read && typeof read === "object" ? read : {}).map(([value, pairs]) => [
      value,
      Array.isArray(pairs) ? pairs.filter(isPair) : [],
    ]),
  );
}

const blankOf = (select: HTMLSelectElement) => [...select.options].find((option) => option.value === "");

function dependOn(select: HTMLSelectElement) {
  const first = select.form && getField(select.form, select.dataset.depends ?? "");
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

/** Return the options that contain a text, closest match first; all options in their order if the text is empty. */
export const findOptions = <Option extends Offered>(options: readonly Option[], text: string): Option[] =>
  sortByMatch(
    options.filter(
      (option) => !option.disabled && normalizeText(option.text).includes(text) && (!text || option.value),
    ),
    text,
    (option) => option.text,
  );

function pick(select: HTMLSelectElement) {
  if (select.disabled || !select.id || select.hidden) return;
  const { id } = select;
  const input = createElement("input", { type: "text", class: "input", id });
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
  select.after(createElement("span", { class: "picker" }, input));

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
  initCombobox<Choice & { value: string }>(input, {
    keeps: true,
    none: select.dataset.picker || "Nothing matches your search",
    find: (text) =>
      findOptions([...select.options], text).map((option) => ({
        label: option.text,
        value: option.value,
        current: option.selected,
      })),
    choose: ({ value }) => set(value),
    // Accept the typed text if it names an option, and an empty box if the select allows none. Otherwise restore the
    // previous choice.
    settle: (back) => {
      const text = normalizeText(input.value);
      const named = [...select.options].find((option) => option.value && normalizeText(option.text) === text);
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
  const element = createElement("p", { role: "status", class: "soft small" });
  set.dataset.narrow = "on";
  set.append(element);
  let typing = 0;
  const look = () => {
    clearTimeout(typing);
    const rows = queryAll(set, "[data-words]");
    const text = normalizeText(input.value);
    for (const row of rows)
      row.hidden = !row.dataset.words?.includes(text) && !row.querySelector("input")?.checked;
    const shown = rows.filter((row) => !row.hidden).length;
    element.textContent = text ? `${shown} of ${rows.length}` : "";
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
  // Apply text that the user typed before this script loaded or that the browser restored.
  if (input.value !== input.defaultValue) look();
}

export default function initPicker(part: PagePart) {
  queryAll<HTMLSelectElement>(part, "select[data-choices]").forEach(dependOn);
  queryAll<HTMLSelectElement>(part, "select[data-picker]").forEach(pick);
  for (const form of queryAll<HTMLFormElement>(part, "form[data-suggest]")) initSuggestions(form);
  queryAll<HTMLFieldSetElement>(part, "fieldset[data-narrow]").forEach(narrow);
}
