import { sortByMatch } from "~/domain/text/closest-match";
import { type Choice, combobox } from "./combobox";
import { all, HTML, parsed, sentOf } from "./dom";

type Suggestion = Choice & { mark: HTMLElement };

/** What a GET search would answer to what is typed: the links and buttons that its page marks `data-option`. */
async function suggestions(form: HTMLFormElement, typed: string): Promise<Suggestion[]> {
  const address = new URL(form.action);
  address.search = String(new URLSearchParams(sentOf(form)));
  // A page that opens its only hit at once is told that nobody asks for that yet.
  if (form.dataset.suggest) address.searchParams.set(form.dataset.suggest, "1");
  const answer = await fetch(address, HTML);
  const options = all(parsed(await answer.text()), "[data-option]").map((mark) => ({
    label: mark.dataset.label ?? mark.textContent ?? "",
    hint: mark.dataset.option,
    mark,
  }));
  // The search of everything has an order of its own: by kind.
  return form.dataset.suggest ? options : sortByMatch(options, typed, ({ label }) => label);
}

/** A link is followed; a button is pressed in its form, as on the page that it comes from. */
function follow({ mark }: Suggestion) {
  if (mark instanceof HTMLButtonElement && mark.form) {
    const form = document.adoptNode(mark.form);
    form.hidden = true;
    document.body.append(form);
    form.requestSubmit(mark);
  } else location.assign(new URL(mark.getAttribute("href") ?? "", location.href));
}

/** Makes a search suggest what it would find, as one types. */
export function suggest(form: HTMLFormElement, patience?: number) {
  const input = form.querySelector<HTMLInputElement>("input[type=search]");
  if (!input?.id || input.role === "combobox") return;
  combobox(input, {
    keeps: false,
    none: "Nothing matches your search",
    find: (text) => (text ? suggestions(form, text).catch(() => []) : []),
    choose: follow,
    patience,
  });
  // Who typed before this was loaded waits for suggestions too.
  if (document.activeElement === input && input.value !== input.defaultValue)
    input.dispatchEvent(new Event("input"));
}
