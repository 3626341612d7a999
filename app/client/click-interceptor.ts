/* Handle clicks, form submissions and shortcut keys; the code for each loads on first use. */
import { getFormEntries, isField, isUnmodifiedClick, type PagePart } from "./dom";
import { appendTypedKey, getShortcutAction, type TypedAhead } from "./shortcuts";

const PATIENCE_MS = 3000;

/** Return the address of a click or form that changes only the list; null for any other address. */
function getListUrl(from: Element, here: URL, sent?: [string, string][]): URL | null {
  if (!from.closest("[data-list]") || from.closest("[data-dialog], [download], [target]")) return null;
  const to = from instanceof HTMLFormElement ? from.action : from.getAttribute("href");
  if (to === null) return null;
  const address = new URL(to, here);
  if (sent) address.search = String(new URLSearchParams(sent));
  const isOther = address.origin !== here.origin || address.pathname !== here.pathname;
  // Leave a jump within the current page to the browser.
  const isPart = !sent && address.hash !== "" && address.search === here.search;
  return isOther || isPart ? null : address;
}

/** Open content marked `data-dialog` in a dialog (`dialog.ts`), or as a page if that isn't possible. */
function openDialogs(isLive: () => boolean, wire: (part: PagePart) => void) {
  const press = (event: MouseEvent | SubmitEvent) => {
    const isClick = event instanceof MouseEvent;
    const clicked = event.target instanceof Element ? event.target.closest<HTMLElement>("a") : null;
    const from = event instanceof SubmitEvent ? event.submitter : clicked;
    const element = from?.closest<HTMLElement>(isClick ? "a[data-dialog]" : ":not(a)[data-dialog]");
    if (!from || !element || !isLive() || !isUnmodifiedClick(event)) return;
    event.preventDefault();
    const marks = element.dataset.dialog ?? "main";
    // Remove the mark, so that a second press opens the page without waiting.
    delete element.dataset.dialog;
    const plain = () => from.click();
    const late = setTimeout(plain, PATIENCE_MS);
    import("./dialog").then(({ openDialog: ask }) => {
      clearTimeout(late);
      ask(element, from, marks, wire);
    }, plain);
  };
  document.addEventListener("click", press);
  document.addEventListener("submit", press);
}

/** Replace a list in place when only the list changes (`swap.ts`), or navigate if that isn't possible. */
function changeLists(wire: (part: PagePart) => void) {
  const show = (event: Event, from: Element, sent?: [string, string][]) => {
    const address = isUnmodifiedClick(event) ? getListUrl(from, new URL(location.href), sent) : null;
    if (!address) return;
    event.preventDefault();
    import("./partial-reload").then(
      ({ reloadList: visit }) => visit(address, from, wire),
      () => location.assign(address),
    );
  };
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (link) show(event, link);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form instanceof HTMLFormElement && form.method === "get")
      show(event, form, getFormEntries(form, event.submitter));
  });
  addEventListener("popstate", ({ state }) => {
    if (state?.list)
      import("./partial-reload").then(
        ({ refreshList: refresh }) => refresh(wire),
        () => location.reload(),
      );
  });
}

const isTypedInto = (target: EventTarget | null) =>
  (isField(target) && !(target instanceof HTMLInputElement && target.type === "checkbox")) ||
  (target instanceof HTMLElement && target.isContentEditable);

/** Listen for shortcut keys (`keys.ts`), except while the user types or a dialog is open. */
function listenForKeys() {
  let ahead: TypedAhead | null = null;
  document.addEventListener("keydown", (event) => {
    if (ahead !== null) {
      // Collect typed text while the search box loads, instead of triggering list shortcuts.
      const more = appendTypedKey(ahead, event);
      if (more) event.preventDefault();
      ahead = more ?? ahead;
      return;
    }
    const list = document.querySelector<HTMLElement>("[data-list]");
    const finder = document.querySelector<HTMLFormElement>("form[data-find]");
    const what = getShortcutAction(event, { isTyping: isTypedInto(event.target), isList: list !== null });
    if (!what || event.defaultPrevented || (what === "find" && !finder)) return;
    if (document.querySelector("dialog[open], [role=dialog]")) return;
    event.preventDefault();
    if (what === "find") ahead = "";
    const typed = () => {
      const text = ahead ?? "";
      ahead = null;
      return text;
    };
    import("./shortcut-actions").then(
      ({ runShortcut: act }) => act(what, list, finder, what === "find" ? typed() : ""),
      () => what === "find" && location.assign("/find"),
    );
  });
}

/** Load the search box's suggestions on its first focus. */
function suggestWhereFocused(whenLive: (act: () => void) => void) {
  const finder = document.querySelector<HTMLFormElement>("form[data-find]");
  const input = finder?.querySelector<HTMLInputElement>("input[type=search]");
  if (!finder || !input) return;
  const bring = () =>
    whenLive(() => {
      finder.dataset.suggest = "suggest";
      import("./suggest").then(
        ({ initSuggestions: suggest }) => suggest(finder),
        () => {},
      );
    });
  if (document.activeElement === input) bring();
  else input.addEventListener("focus", bring, { once: true });
}

export type ClickHandlers = {
  wire: (part: PagePart) => void;
  isLive: () => boolean;
  whenLive: (act: () => void) => void;
};

export function interceptClicks({ wire, isLive, whenLive }: ClickHandlers) {
  openDialogs(isLive, wire);
  changeLists(wire);
  listenForKeys();
  suggestWhereFocused(whenLive);
}
