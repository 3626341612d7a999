/* What the keys do that `shortcuts.ts` names, brought by the first of them. */
import { open } from "./dialog";
import { all, make } from "./dom";
import { rowFrom, SHORTCUTS } from "./rows";
import type { Act, Ahead } from "./shortcuts";
import { suggest } from "./suggest";
import { say } from "./swap";

const TYPING_MS = 200;

/** The box that finds, over the page: it suggests what is found and what can be done, in every width. */
function find(finder: HTMLFormElement, typed: Ahead) {
  const input = make("input", {
    class: "input",
    type: "search",
    id: "command",
    name: "q",
    maxlength: "80",
    placeholder: "Ticket, plate, job, company, new load…",
  });
  const form = make(
    "form",
    { method: "get", action: finder.action, class: "search", "data-suggest": "suggest", role: "search" },
    make("label", { class: "sr", for: "command" }, "Find anything"),
    input,
    make("button", { class: "button" }, "Find"),
  );
  const words = "Arrows choose, Enter opens, Escape closes. Press ? on a page for all keys.";
  const dialog = make(
    "dialog",
    { class: "dialog command", "aria-label": "Find anything" },
    make("div", { class: "stack" }, form, make("p", { class: "soft small" }, words)),
  );
  open(dialog, focused());
  suggest(form, TYPING_MS);
  input.focus();
  const [text = "", sent] = typed.split("\n");
  input.value = text;
  if (text && sent !== undefined) form.requestSubmit();
  else if (text) input.dispatchEvent(new Event("input", { bubbles: true }));
  // The browser's own Escape would only empty the box.
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) dialog.close();
  });
}

const focused = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null);

/** Lists the keys that do something on this page. */
function help(isList: boolean) {
  const list = make("dl", { class: "facts" });
  for (const { keys, does } of SHORTCUTS.filter((one) => isList || !one.list))
    list.append(make("div", {}, make("dt", {}, make("kbd", {}, keys)), make("dd", {}, does)));
  const head = make("h2", { id: "keys-head", tabindex: "-1" }, "Keys");
  const close = make("form", { method: "dialog" }, make("button", { class: "button" }, "Close"));
  const dialog = make(
    "dialog",
    { class: "dialog", "aria-labelledby": "keys-head" },
    make("div", { class: "stack loose" }, head, list, close),
  );
  open(dialog, focused());
  head.focus();
}

/** The rows of the list, each by the link that opens it: it has the focus, so Enter opens it. */
function rows(list: Element): HTMLAnchorElement[] {
  return all<HTMLAnchorElement>(list, "tbody a.rowlink");
}

const rowOf = (link: Element | null) => link?.closest("tr") ?? null;

/** Opens the page that changes a row; where one may not, it stays, and says so. */
async function edit(link: HTMLAnchorElement, below = "edit") {
  const address = `${link.pathname}/${below}`;
  const answer = await fetch(address, { method: "HEAD" }).catch(() => null);
  if (!answer || answer.ok) return location.assign(address);
  link.title = "You can't edit this one.";
  say(link.title);
}

/** Carries out what a key means on this page. */
export function act(what: Act, list: HTMLElement | null, finder: HTMLFormElement | null, typed: Ahead) {
  if (what === "find") return finder && find(finder, typed);
  if (what === "help") return help(list !== null);
  if (!list) return;
  const links = rows(list);
  const here = rowOf(document.activeElement);
  const now = links.findIndex((link) => rowOf(link) === here);
  const link = links[now];
  if (what === "next" || what === "previous") {
    const to = rowFrom(here ? now : -1, links.length, what);
    const next = to === null ? undefined : links[to];
    next?.focus({ preventScroll: true });
    rowOf(next ?? null)?.scrollIntoView({ block: "nearest" });
  } else if (link && what === "tick") here?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
  else if (link) edit(link, list.dataset.edit);
}
