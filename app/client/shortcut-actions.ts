/* Actions of the shortcut keys in `shortcuts.ts`, loaded when the first action is used. */
import { showDialog } from "./dialog";
import { createElement, queryAll } from "./dom";
import { announceToScreenReader } from "./partial-reload";
import { getNextRow, SHORTCUTS } from "./shortcut-help";
import type { ShortcutAction, TypedAhead } from "./shortcuts";
import { initSuggestions } from "./suggest";

const TYPING_MS = 200;

/** Open the search box over the page, which suggests results and actions at every screen width. */
function find(finder: HTMLFormElement, typed: TypedAhead) {
  const input = createElement("input", {
    class: "input",
    type: "search",
    id: "command",
    name: "q",
    maxlength: "80",
    placeholder: "Ticket, plate, job, company, new load…",
  });
  const form = createElement(
    "form",
    { method: "get", action: finder.action, class: "search", "data-suggest": "suggest", role: "search" },
    createElement("label", { class: "sr", for: "command" }, "Find anything"),
    input,
    createElement("button", { class: "button" }, "Find"),
  );
  const words = "Arrows choose, Enter opens, Escape closes. Press ? on a page for all keys.";
  const dialog = createElement(
    "dialog",
    { class: "dialog command", "aria-label": "Find anything" },
    createElement("div", { class: "stack" }, form, createElement("p", { class: "soft small" }, words)),
  );
  showDialog(dialog, focused());
  initSuggestions(form, TYPING_MS);
  input.focus();
  const [text = "", sent] = typed.split("\n");
  input.value = text;
  if (text && sent !== undefined) form.requestSubmit();
  else if (text) input.dispatchEvent(new Event("input", { bubbles: true }));
  // Close the dialog on Escape, which by default would only empty the box.
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) dialog.close();
  });
}

const focused = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null);

/** Show the shortcut keys available on this page. */
function help(isList: boolean) {
  const list = createElement("dl", { class: "facts" });
  for (const { keys, does } of SHORTCUTS.filter((item) => isList || !item.list))
    list.append(
      createElement(
        "div",
        {},
        createElement("dt", {}, createElement("kbd", {}, keys)),
        createElement("dd", {}, does),
      ),
    );
  const head = createElement("h2", { id: "keys-head", tabindex: "-1" }, "Keys");
  const close = createElement(
    "form",
    { method: "dialog" },
    createElement("button", { class: "button" }, "Close"),
  );
  const dialog = createElement(
    "dialog",
    { class: "dialog", "aria-labelledby": "keys-head" },
    createElement("div", { class: "stack loose" }, head, list, close),
  );
  showDialog(dialog, focused());
  head.focus();
}

/** Return the list's rows as the links that open them; a focused link lets Enter open its row. */
function rows(list: Element): HTMLAnchorElement[] {
  return queryAll<HTMLAnchorElement>(list, "tbody a.rowlink");
}

const rowOf = (link: Element | null) => link?.closest("tr") ?? null;

/** Open a row's edit page; if the user may not edit the row, stay on the list and show the reason. */
async function edit(link: HTMLAnchorElement, below = "edit") {
  const address = `${link.pathname}/${below}`;
  const answer = await fetch(address, { method: "HEAD" }).catch(() => null);
  if (!answer || answer.ok) return location.assign(address);
  link.title = "You can't edit this one.";
  announceToScreenReader(link.title);
}

/** Perform the action of a key on this page. */
export function runShortcut(
  what: ShortcutAction,
  list: HTMLElement | null,
  finder: HTMLFormElement | null,
  typed: TypedAhead,
) {
  if (what === "find") return finder && find(finder, typed);
  if (what === "help") return help(list !== null);
  if (!list) return;
  const links = rows(list);
  const here = rowOf(document.activeElement);
  const now = links.findIndex((link) => rowOf(link) === here);
  const link = links[now];
  if (what === "next" || what === "previous") {
    const to = getNextRow(here ? now : -1, links.length, what);
    const next = to === null ? undefined : links[to];
    next?.focus({ preventScroll: true });
    rowOf(next ?? null)?.scrollIntoView({ block: "nearest" });
  } else if (link && what === "tick") here?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
  else if (link) edit(link, list.dataset.edit);
}
