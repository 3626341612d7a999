/** Show part of a page in a dialog, for links marked `data-dialog`. On failure, open it as a plain page. */
import { createElement, parseHtml, queryAll } from "./dom";

const PATIENCE_MS = 3000;

/** Link or form button that was pressed. */
export type PressedButton = HTMLElement;

/**
 * Load the page of a marked element into a dialog, show the part that matches the selector `marks`, and attach that
 * part's behaviors. `from` is the pressed element: the marked element or an element inside it.
 */
export async function openDialog(
  element: HTMLElement,
  from: PressedButton,
  marks: string,
  wire: (part: Element) => void,
) {
  const address = addressOf(element, from);
  // Click normally, because older browsers omit the button from the form data.
  if (!address) return from.click();
  const waiting = new AbortController();
  const late = setTimeout(() => waiting.abort(), PATIENCE_MS);
  try {
    wire(await show(address, marks, from, waiting.signal));
    // Remove the badge, because its items are now on screen.
    element.querySelector(".badge")?.remove();
    element.dataset.dialog = marks;
  } catch {
    location.assign(address);
  }
  clearTimeout(late);
}

function addressOf(element: HTMLElement, from: PressedButton): URL | null {
  if (element instanceof HTMLAnchorElement) return new URL(element.href);
  if (!(from instanceof HTMLButtonElement || from instanceof HTMLInputElement) || !from.form) return null;
  const address = new URL(from.form.action);
  const sent = [...new FormData(from.form, from)].map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  if (!hasButton(sent, from.name)) return null;
  address.search = String(new URLSearchParams(sent));
  return address;
}

/** Check whether the form entries include the button, even an image button, which sends the click coordinates. */
const hasButton = (sent: readonly (readonly [string, string])[], name: string) =>
  sent.some(([field]) => field.startsWith(name));

/** Rewrite an attribute on every element that has it. */
function each(part: Element, name: string, change: (value: string) => string) {
  for (const element of part.querySelectorAll(`[${name}]`))
    element.setAttribute(name, change(element.getAttribute(name) ?? ""));
}

/** Resolve all addresses relative to their own page, and mark links back to that page so that they open in the dialog. */
function settle(part: Element, from: string, marks: string) {
  const whole = (to: string) => new URL(to, from).href;
  for (const form of queryAll<HTMLFormElement>(part, "form:not([action])")) form.setAttribute("action", "");
  for (const name of ["action", "formaction"]) each(part, name, whole);
  for (const link of queryAll<HTMLAnchorElement>(part, "a[href]"))
    link.href = whole(link.getAttribute("href") ?? "");
  // Remove links to the page behind, because the dialog's own button already leads there.
  for (const link of queryAll<HTMLAnchorElement>(part, "a:not([data-stays])"))
    if (link.href === location.href.split("#")[0]) link.remove();
  for (const element of queryAll(part, "[data-stays]")) element.dataset.dialog = marks;
}

/**
 * Show the loaded part in a dialog; a press in a dialog shows its result in the same dialog. Closing returns the focus
 * to `from`.
 */
async function show(address: URL, marks: string, from: PressedButton, signal: AbortSignal) {
  const answer = await fetch(address, { headers: { Accept: "text/html" }, signal });
  if (!answer.ok || answer.redirected) throw new Error("not a page to show here");
  const part = parseHtml(await answer.text()).querySelector(marks);
  const head = part?.querySelector<HTMLElement>("h1, h2, h3");
  if (!part || !head) throw new Error("not a part to show here");
  for (const element of part.querySelectorAll("script, noscript")) element.remove();
  settle(part, answer.url, marks);

  // Avoid ids already used on the page behind.
  head.id ||= "head";
  head.tabIndex = -1;
  for (const name of ["id", "for", "form", "aria-labelledby", "aria-describedby"])
    each(part, name, (ids) => ids.replace(/\S+/g, "dialog-$&"));

  const close = createElement(
    "form",
    { method: "dialog", class: "row" },
    createElement("button", { class: "button" }, "Close"),
  );
  close.append(" ", createElement("a", { href: answer.url }, "Open the page"));
  const dialog = from.closest("dialog") ?? document.createElement("dialog");
  dialog.replaceChildren(createElement("div", { class: "stack loose" }, ...part.childNodes, close));
  dialog.setAttribute("aria-labelledby", head.id);
  showDialog(dialog, from);
  head.focus();
  return dialog;
}

/** Open a dialog unless it is open, and restore the focus when it closes. A press outside the dialog closes it. */
export function showDialog(dialog: HTMLDialogElement, from: HTMLElement | null) {
  if (dialog.open) return;
  dialog.className ||= "dialog";
  // Ignore a press that began inside the dialog and only ended outside.
  let pressed: EventTarget | null = null;
  dialog.addEventListener("pointerdown", ({ target }) => {
    pressed = target;
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog && pressed === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    from?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}
