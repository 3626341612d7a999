/*
 * A list changes in place: the same address is fetched as the page that it is, and its list takes the place of the one that
 * is there. Where that fails, the address is visited (docs/decisions/011).
 */
import { all, HTML, make, parsed } from "./dom";

const PATIENCE_MS = 5000;
const LIST = "[data-list]";

/** Tells who can't see it what came of a key or a press; what was said before is replaced. */
export function say(words: string) {
  const known = document.getElementById("said-by-script");
  const line = known ?? make("p", { id: "said-by-script", class: "sr", role: "status" });
  if (!known) document.body.append(line);
  line.textContent = words;
}

/** The words that a control is known by: without the arrow of a sorted head and the count of a tab. */
export const nameIn = (words: string) =>
  words
    .replace(/[↑↓]|\b\d[\d,]*/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** What is told of a list that has changed: how many there are, which page it is, how it is sorted. */
export function newsOf(found: { pager: string; rows: number; sorted: string; descending: boolean }): string {
  const { pager, rows, sorted, descending } = found;
  const many = pager || (rows ? `${rows} shown` : "Nothing found");
  return [many, rows && sorted ? `sorted by ${nameIn(sorted)}${descending ? ", descending" : ""}` : ""]
    .filter(Boolean)
    .join(", ");
}

function news(list: Element): string {
  const sorted = list.querySelector("th[aria-sort]");
  return newsOf({
    pager: list.querySelector(".pager > :first-child")?.textContent ?? "",
    rows: list.querySelectorAll("tbody > tr").length,
    sorted: sorted?.textContent ?? "",
    descending: sorted?.getAttribute("aria-sort") === "descending",
  });
}

/** The control in the new list that was pressed in the old one: by its id, else by its kind, name and words. */
function again(was: Element, before: Element, now: Element): HTMLElement | null {
  if (was.id) return now.querySelector<HTMLElement>(`#${CSS.escape(was.id)}`);
  const like = (list: Element) =>
    all(list, was.localName).filter(
      (one) =>
        nameIn(one.textContent ?? "") === nameIn(was.textContent ?? "") &&
        one.getAttribute("name") === was.getAttribute("name") &&
        one.closest("tbody") === null,
    );
  const same = like(now);
  const place = like(before).findIndex((one) => one.isSameNode(was));
  return same[place] ?? same[0] ?? null;
}

/** What was ticked is kept before its rows go, as its own button would. */
async function keepTicks(list: Element) {
  const form = list.querySelector<HTMLFormElement>("form[data-pick]");
  const boxes = [...(form?.elements ?? [])].filter(
    (one): one is HTMLInputElement => one instanceof HTMLInputElement && one.type === "checkbox",
  );
  if (!form || boxes.every((box) => box.checked === box.defaultChecked)) return;
  const sent = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const body = new URLSearchParams(sent);
  const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
  if (answer.type !== "opaqueredirect") throw new Error("not kept");
}

async function listAt(address: URL, signal: AbortSignal) {
  const answer = await fetch(address, { headers: { Accept: "text/html" }, signal });
  const page = parsed(await answer.text());
  const list = page.querySelector(LIST);
  if (!answer.ok || new URL(answer.url).pathname !== address.pathname || !list)
    throw new Error("not a list to show here");
  for (const one of list.querySelectorAll("script, noscript")) one.remove();
  return { list: document.adoptNode(list), title: page.title };
}

/** Gives a part that was put into the page the behaviors that it needs. */
export type Wire = (part: Element) => void;
let asking = new AbortController();

async function put(address: URL, wire: Wire, signal: AbortSignal, arrive: () => void) {
  const before = document.querySelector(LIST);
  if (!before) throw new Error("no list here");
  before.setAttribute("aria-busy", "true");
  const { list, title } = await listAt(address, signal);
  const was = before.contains(document.activeElement) ? document.activeElement : null;
  const found = was && again(was, before, list);
  before.replaceWith(list);
  document.title = title;
  arrive();
  wire(list);
  // Where it is there no longer, as Next on the last page, reading continues at the list.
  if (was && !found) list.setAttribute("tabindex", "-1");
  if (was) (found ?? (list instanceof HTMLElement ? list : null))?.focus({ preventScroll: true });
  say(news(list));
  return list;
}

/** Runs one change after it has stopped the one before. Whether it could be done is answered; a later one counts as done. */
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

/** A ticket is shown beside the list without leaving it; where that fails, the link leads there. */
async function showBeside(link: HTMLAnchorElement, frame: HTMLElement) {
  const panel = document.getElementById("panel") ?? document.createElement("aside");
  panel.id = "panel";
  panel.className = "card panel";
  panel.textContent = "Loading Ticket Details...";
  frame.className = "with-panel";
  frame.append(panel);
  panel.scrollIntoView({ block: "nearest" });
  try {
    const answer = await fetch(link.href, HTML);
    const found = parsed(await answer.text()).getElementById("panel");
    if (!found) throw new Error("no such ticket");
    panel.replaceWith(document.adoptNode(found));
    history.replaceState(history.state, "", link.href);
  } catch {
    location.assign(link.href);
  }
}

/** Shows the list as it is at an address of the same page that was pressed, as one more step of the browser's history. */
export async function visit(address: URL, from: Element, wire: Wire) {
  const frame = document.querySelector<HTMLElement>("[data-panel-frame]");
  if (frame && from instanceof HTMLAnchorElement && from.matches("[data-panel]"))
    return showBeside(from, frame);
  const isDone = await only(async (signal) => {
    const list = document.querySelector(LIST);
    if (list) await keepTicks(list);
    await put(address, wire, signal, () => {
      remember({ list: true, scrolled: scrollY });
      history.pushState({ list: true }, "", address);
    });
    const part = address.hash ? document.getElementById(address.hash.slice(1)) : null;
    const top = part ?? document.querySelector(LIST);
    if (part || (top?.getBoundingClientRect().top ?? 0) < 0) top?.scrollIntoView({ block: "start" });
  });
  if (!isDone) location.assign(address);
}

/** Shows the list as it is now at the address of the page: after Back and Forward between its states, where one had scrolled to. */
export async function refresh(wire: Wire) {
  const isDone = await only(async (signal) => {
    await put(new URL(location.href), wire, signal, () => {});
    const scrolled: unknown = history.state?.scrolled;
    if (typeof scrolled === "number") scrollTo(0, scrolled);
  });
  if (!isDone) location.reload();
}
