/** A page's part in a dialog, for what is marked `data-dialog`. Where that fails, it is a plain page. */
import { all, make, parsed } from "./dom";

const PATIENCE_MS = 3000;

/** What was pressed: a link, or the button of a form. */
export type Pressed = HTMLElement;

/**
 * Follows `at`, which is marked, in a dialog that holds what `marks` finds there, and gives it its behaviors. `from` was
 * pressed: `at` itself, or in it.
 */
export async function ask(at: HTMLElement, from: Pressed, marks: string, wire: (part: Element) => void) {
  const address = addressOf(at, from);
  // An older browser leaves the button out of its form.
  if (!address) return from.click();
  const waiting = new AbortController();
  const late = setTimeout(() => waiting.abort(), PATIENCE_MS);
  try {
    wire(await show(address, marks, from, waiting.signal));
    // What its badge counted is on screen now.
    at.querySelector(".badge")?.remove();
    at.dataset.dialog = marks;
  } catch {
    location.assign(address);
  }
  clearTimeout(late);
}

function addressOf(at: HTMLElement, from: Pressed): URL | null {
  if (at instanceof HTMLAnchorElement) return new URL(at.href);
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

/** Whether what is sent names the button, also one that is a picture and sends where it was pressed. */
const hasButton = (sent: readonly (readonly [string, string])[], name: string) =>
  sent.some(([field]) => field.startsWith(name));

/** What is marked with a name is changed in place. */
function each(part: Element, name: string, change: (value: string) => string) {
  for (const one of part.querySelectorAll(`[${name}]`))
    one.setAttribute(name, change(one.getAttribute(name) ?? ""));
}

/** Everything leads where it leads on its page; what leads to that page itself says so, and stays in the dialog. */
function settle(part: Element, from: string, marks: string) {
  const whole = (to: string) => new URL(to, from).href;
  for (const form of all<HTMLFormElement>(part, "form:not([action])")) form.setAttribute("action", "");
  for (const name of ["action", "formaction"]) each(part, name, whole);
  for (const link of all<HTMLAnchorElement>(part, "a[href]"))
    link.href = whole(link.getAttribute("href") ?? "");
  // The way back to the page behind is the dialog's own button.
  for (const link of all<HTMLAnchorElement>(part, "a:not([data-stays])"))
    if (link.href === location.href.split("#")[0]) link.remove();
  for (const one of all(part, "[data-stays]")) one.dataset.dialog = marks;
}

/** Focus comes back to `from`; what was pressed in a dialog is shown in that one. */
async function show(address: URL, marks: string, from: Pressed, signal: AbortSignal) {
  const answer = await fetch(address, { headers: { Accept: "text/html" }, signal });
  if (!answer.ok || answer.redirected) throw new Error("not a page to show here");
  const part = parsed(await answer.text()).querySelector(marks);
  const head = part?.querySelector<HTMLElement>("h1, h2, h3");
  if (!part || !head) throw new Error("not a part to show here");
  for (const one of part.querySelectorAll("script, noscript")) one.remove();
  settle(part, answer.url, marks);

  // The page behind may have the same ids.
  head.id ||= "head";
  head.tabIndex = -1;
  for (const name of ["id", "for", "form", "aria-labelledby", "aria-describedby"])
    each(part, name, (ids) => ids.replace(/\S+/g, "dialog-$&"));

  const close = make(
    "form",
    { method: "dialog", class: "row" },
    make("button", { class: "button" }, "Close"),
  );
  close.append(" ", make("a", { href: answer.url }, "Open the page"));
  const dialog = from.closest("dialog") ?? document.createElement("dialog");
  dialog.replaceChildren(make("div", { class: "stack loose" }, ...part.childNodes, close));
  dialog.setAttribute("aria-labelledby", head.id);
  open(dialog, from);
  head.focus();
  return dialog;
}

/** Opens a dialog, unless it is open, and gives the focus back when it is left. Beside it is out of it. */
export function open(dialog: HTMLDialogElement, from: HTMLElement | null) {
  if (dialog.open) return;
  dialog.className ||= "dialog";
  // Not where a finger or mouse only came to rest there.
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
