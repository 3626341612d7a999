/*
 * Reload a list in place: fetch the page at the address and replace the current list with the page's list. On failure,
 * navigate to the address (docs/decisions/011).
 */
import { createElement, HTML_REQUEST_OPTIONS, parseHtml, queryAll } from "./dom";

const PATIENCE_MS = 5000;
const LIST_SELECTOR = "[data-list]";

/** Announce the result of a key or click to screen readers, replacing the previous announcement. */
export function announceToScreenReader(words: string) {
  const known = document.getElementById("said-by-script");
  const line = known ?? createElement("p", { id: "said-by-script", class: "sr", role: "status" });
  if (!known) document.body.append(line);
  line.textContent = words;
}

/** Return a control's text without the arrow of a sorted column heading and the count of a tab. */
export const normalizeControlText = (words: string) =>
  words
    .replace(/[↑↓]|\b\d[\d,]*/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Announcement for a changed list: its row count, page and sort order. */
export function getListAnnouncement(match: {
  pager: string;
  rows: number;
  sorted: string;
  descending: boolean;
}): string {
  const { pager, rows, sorted, descending } = match;
  const many = pager || (rows ? `${rows} shown` : "Nothing found");
  return [
    many,
    rows && sorted ? `sorted by ${normalizeControlText(sorted)}${descending ? ", descending" : ""}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

function news(list: Element): string {
  const sorted = list.querySelector("th[aria-sort]");
  return getListAnnouncement({
    pager: list.querySelector(".pager > :first-child")?.textContent ?? "",
    rows: list.querySelectorAll("tbody > tr").length,
    sorted: sorted?.textContent ?? "",
    descending: sorted?.getAttribute("aria-sort") === "descending",
  });
}

/** Find the control in the new list that matches the pressed control: by id, else by element, name and text. */
function again(was: Element, before: Element, now: Element): HTMLElement | null {
  if (was.id) return now.querySelector<HTMLElement>(`#${CSS.escape(was.id)}`);
  const like = (list: Element) =>
    queryAll(list, was.localName).filter(
      (element) =>
        normalizeControlText(element.textContent ?? "") === normalizeControlText(was.textContent ?? "") &&
        element.getAttribute("name") === was.getAttribute("name") &&
        element.closest("tbody") === null,
    );
  const same = like(now);
  const place = like(before).findIndex((element) => element.isSameNode(was));
  return same[place] ?? same[0] ?? null;
}

/** Save checked boxes before the rows are replaced, as the list's own button would. */
async function keepTicks(list: Element) {
  const form = list.querySelector<HTMLFormElement>("form[data-pick]");
  const boxes = [...(form?.elements ?? [])].filter(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement && element.type === "checkbox",
  );
  if (!form || boxes.every((box) => box.checked === box.defaultChecked)) return;
  const sent = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const body = new URLSearchParams(sent);
  const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
  if (answer.type !== "opaqueredirect") throw new Error("not kept");
}

async function listAt(address: URL, signal: AbortSignal) {
  const answer = await fetch(address, { headers: { Accept: "text/html" }, signal });
  const page = parseHtml(await answer.text());
  const list = page.querySelector(LIST_SELECTOR);
  if (!answer.ok || new URL(answer.url).pathname !== address.pathname || !list)
    throw new Error("not a list to show here");
  for (const element of list.querySelectorAll("script, noscript")) element.remove();
  return { list: document.adoptNode(list), title: page.title };
}

/** Function that attaches the behaviors of an inserted page part. */
export type InitFunction = (part: Element) => void;
let asking = new AbortController();

async function put(address: URL, wire: InitFunction, signal: AbortSignal, arrive: () => void) {
  const before = document.querySelector(LIST_SELECTOR);
  if (!before) throw new Error("no list here");
  before.setAttribute("aria-busy", "true");
  const { list, title } = await listAt(address, signal);
  const was = before.contains(document.activeElement) ? document.activeElement : null;
  const element = was && again(was, before, list);
  before.replaceWith(list);
  document.title = title;
  arrive();
  wire(list);
  // Focus the list if the control no longer exists, such as Next on the last page.
  if (was && !element) list.setAttribute("tabindex", "-1");
  if (was) (element ?? (list instanceof HTMLElement ? list : null))?.focus({ preventScroll: true });
  announceToScreenReader(news(list));
  return list;
}

/**
 * Run one change after aborting the previous change. Return whether the change succeeded; an abort by a later change
 * counts as success.
 */
async function only(change: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
  asking.abort();
  const mine = new AbortController();
  asking = mine;
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    mine.abort();
  }, PATIENCE_MS);
  try {
    await change(mine.signal);
    return true;
  } catch {
    return mine.signal.aborted && !isLate;
  } finally {
    clearTimeout(late);
  }
}

const remember = (more: object) => history.replaceState({ ...history.state, ...more }, "");

/** Show a ticket next to the list, in `frame`; on failure, follow the link. */
async function showBeside(link: HTMLAnchorElement, frame: HTMLElement) {
  const panel = document.getElementById("panel") ?? document.createElement("aside");
  panel.id = "panel";
  panel.className = "card panel";
  panel.textContent = "Loading Ticket Details...";
  frame.className = "with-panel";
  frame.append(panel);
  panel.scrollIntoView({ block: "nearest" });
  try {
    const answer = await fetch(link.href, HTML_REQUEST_OPTIONS);
    const element = parseHtml(await answer.text()).getElementById("panel");
    if (!element) throw new Error("no such ticket");
    panel.replaceWith(document.adoptNode(element));
    history.replaceState(history.state, "", link.href);
  } catch {
    location.assign(link.href);
  }
}

/** Show the list at another address of the same page, as a new entry in the browser's history. */
export async function reloadList(address: URL, from: Element, wire: InitFunction) {
  const frame = document.querySelector<HTMLElement>("[data-panel-frame]");
  if (frame && from instanceof HTMLAnchorElement && from.matches("[data-panel]"))
    return showBeside(from, frame);
  const isDone = await only(async (signal) => {
    const list = document.querySelector(LIST_SELECTOR);
    if (list) await keepTicks(list);
    await put(address, wire, signal, () => {
      remember({ list: true, scrolled: scrollY });
      history.pushState({ list: true }, "", address);
    });
    const part = address.hash ? document.getElementById(address.hash.slice(1)) : null;
    const top = part ?? document.querySelector(LIST_SELECTOR);
    if (part || (top?.getBoundingClientRect().top ?? 0) < 0) top?.scrollIntoView({ block: "start" });
  });
  if (!isDone) location.assign(address);
}

/** Show the list for the page's current address, at its previous scroll position after Back and Forward. */
export async function refreshList(wire: InitFunction) {
  const isDone = await only(async (signal) => {
    await put(new URL(location.href), wire, signal, () => {});
    const scrolled: unknown = history.state?.scrolled;
    if (typeof scrolled === "number") scrollTo(0, scrolled);
  });
  if (!isDone) location.reload();
}
