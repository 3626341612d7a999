import { sortByMatch } from "~/lib/text/closest-match";
import { type Choice, initCombobox } from "./combobox";
import { getFormEntries, HTML_REQUEST_OPTIONS, parseHtml, queryAll } from "./dom";

type Suggestion = Choice & { mark: HTMLElement };

/** Fetch suggestions for the typed text by a GET search: the links and buttons that the response marks `data-option`. */
async function suggestions(form: HTMLFormElement, typed: string): Promise<Suggestion[]> {
  const address = new URL(form.action);
  address.search = String(new URLSearchParams(getFormEntries(form)));
  // Tell the server that this request is only for suggestions, so that a single match isn't opened immediately.
  if (form.dataset.suggest) address.searchParams.set(form.dataset.suggest, "1");
  const answer = await fetch(address, HTML_REQUEST_OPTIONS);
  const options = queryAll(parseHtml(await answer.text()), "[data-option]").map((mark) => ({
    label: mark.dataset.label ?? mark.textContent ?? "",
    hint: mark.dataset.option,
    mark,
  }));
  // Keep the global search's own order, which is by kind.
  return form.dataset.suggest ? options : sortByMatch(options, typed, ({ label }) => label);
}

/** Follow a suggested link, or press a suggested button in its form, as on the page itself. */
function follow({ mark }: Suggestion) {
  if (mark instanceof HTMLButtonElement && mark.form) {
    const form = document.adoptNode(mark.form);
    form.hidden = true;
    document.body.append(form);
    form.requestSubmit(mark);
  } else location.assign(new URL(mark.getAttribute("href") ?? "", location.href));
}

/** Suggest results of a search while typing. */
export function initSuggestions(form: HTMLFormElement, patience?: number) {
  const input = form.querySelector<HTMLInputElement>("input[type=search]");
  if (!input?.id || input.role === "combobox") return;
  initCombobox(input, {
    keeps: false,
    none: "Nothing matches your search",
    find: (text) => (text ? suggestions(form, text).catch(() => []) : []),
    choose: follow,
    patience,
  });
  // Also fetch suggestions for text typed before this script loaded.
  if (document.activeElement === input && input.value !== input.defaultValue)
    input.dispatchEvent(new Event("input"));
}
