/* Presses that a script answers on the page: what they need comes with the first of them. */
import { isField, isPlain, type PagePart, sentOf } from "./dom";
import { type Ahead, actOf, typedAhead } from "./shortcuts";

const PATIENCE_MS = 3000;

/** Where a press in a list leads that only changes the list; null where it leads elsewhere. */
function listAddress(from: Element, here: URL, sent?: [string, string][]): URL | null {
  if (!from.closest("[data-list]") || from.closest("[data-dialog], [download], [target]")) return null;
  const to = from instanceof HTMLFormElement ? from.action : from.getAttribute("href");
  if (to === null) return null;
  const address = new URL(to, here);
  if (sent) address.search = String(new URLSearchParams(sent));
  const isOther = address.origin !== here.origin || address.pathname !== here.pathname;
  // A part of the page that is there already is the browser's to show.
  const isPart = !sent && address.hash !== "" && address.search === here.search;
  return isOther || isPart ? null : address;
}

/** What may be looked at in place opens in a dialog (`dialog.ts`); where that can't be had, it's a page. */
function openDialogs(isLive: () => boolean, wire: (part: PagePart) => void) {
  const press = (event: MouseEvent | SubmitEvent) => {
    const isClick = event instanceof MouseEvent;
    const clicked = event.target instanceof Element ? event.target.closest<HTMLElement>("a") : null;
    const from = event instanceof SubmitEvent ? event.submitter : clicked;
    const at = from?.closest<HTMLElement>(isClick ? "a[data-dialog]" : ":not(a)[data-dialog]");
    if (!from || !at || !isLive() || !isPlain(event)) return;
    event.preventDefault();
    const marks = at.dataset.dialog ?? "main";
    // A second press doesn't wait.
    delete at.dataset.dialog;
    const plain = () => from.click();
    const late = setTimeout(plain, PATIENCE_MS);
    import("./dialog").then(({ ask }) => {
      clearTimeout(late);
      ask(at, from, marks, wire);
    }, plain);
  };
  document.addEventListener("click", press);
  document.addEventListener("submit", press);
}

/** What only changes a list is shown in its place (`swap.ts`); where that can't be had, it's a visit. */
function changeLists(wire: (part: PagePart) => void) {
  const show = (event: Event, from: Element, sent?: [string, string][]) => {
    const address = isPlain(event) ? listAddress(from, new URL(location.href), sent) : null;
    if (!address) return;
    event.preventDefault();
    import("./swap").then(
      ({ visit }) => visit(address, from, wire),
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
      show(event, form, sentOf(form, event.submitter));
  });
  addEventListener("popstate", ({ state }) => {
    if (state?.list)
      import("./swap").then(
        ({ refresh }) => refresh(wire),
        () => location.reload(),
      );
  });
}

const isTypedInto = (target: EventTarget | null) =>
  (isField(target) && !(target instanceof HTMLInputElement && target.type === "checkbox")) ||
  (target instanceof HTMLElement && target.isContentEditable);

/** Keys that do something (`keys.ts`): never while one types, nor over an open dialog. */
function listenForKeys() {
  let ahead: Ahead | null = null;
  document.addEventListener("keydown", (event) => {
    if (ahead !== null) {
      // The box that finds is on its way, and what is typed goes into it instead of pressing keys of the list.
      const more = typedAhead(ahead, event);
      if (more) event.preventDefault();
      ahead = more ?? ahead;
      return;
    }
    const list = document.querySelector<HTMLElement>("[data-list]");
    const finder = document.querySelector<HTMLFormElement>("form[data-find]");
    const what = actOf(event, { isTyping: isTypedInto(event.target), isList: list !== null });
    if (!what || event.defaultPrevented || (what === "find" && !finder)) return;
    if (document.querySelector("dialog[open], [role=dialog]")) return;
    event.preventDefault();
    if (what === "find") ahead = "";
    const typed = () => {
      const found = ahead ?? "";
      ahead = null;
      return found;
    };
    import("./keys").then(
      ({ act }) => act(what, list, finder, what === "find" ? typed() : ""),
      () => what === "find" && location.assign("/find"),
    );
  });
}

/** What suggests in the box that finds comes with its first focus. */
function suggestWhereFocused(whenLive: (act: () => void) => void) {
  const finder = document.querySelector<HTMLFormElement>("form[data-find]");
  const input = finder?.querySelector<HTMLInputElement>("input[type=search]");
  if (!finder || !input) return;
  const bring = () =>
    whenLive(() => {
      finder.dataset.suggest = "suggest";
      import("./suggest").then(
        ({ suggest }) => suggest(finder),
        () => {},
      );
    });
  if (document.activeElement === input) bring();
  else input.addEventListener("focus", bring, { once: true });
}

export type Ways = {
  wire: (part: PagePart) => void;
  isLive: () => boolean;
  whenLive: (act: () => void) => void;
};

export function answerPresses({ wire, isLive, whenLive }: Ways) {
  openDialogs(isLive, wire);
  changeLists(wire);
  listenForKeys();
  suggestWhereFocused(whenLive);
}
