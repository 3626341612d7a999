/*
 * What is sent without a signal is kept on this device and offered again, on pages with forms that people fill in outdoors.
 * It is the signed-in person's alone: another one, and signing out, clears it. A phone that believes it has a signal may be
 * wrong: what is sent is kept too, until the server has answered (`forgetArrived`).
 */
import { isField, kept, make, readKept, sentOf } from "./dom";

const KEY = "unsent:";

type Kept = { user: string; sent: boolean; fields: [string, string][] };

/** What was kept of a form; null where it is something else. */
export function asKept(value: Record<string, unknown> | null): Kept | null {
  const { user, sent, fields } = value ?? {};
  if (typeof user !== "string" || !Array.isArray(fields)) return null;
  const isPair = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "string";
  return { user, sent: sent === true, fields: fields.filter(isPair) };
}

type Ways = { buttons?: [label: string, press: () => void][]; pressed?: HTMLElement | null };

/** Says it at the end of the page, where it sticks to the bottom of the screen: in sight wherever one has scrolled to. */
function notice(words: string, { buttons = [], pressed }: Ways = {}) {
  document.getElementById("unsent")?.remove();
  const box = make("div", { id: "unsent", class: "notice warn unsent", role: "alert" }, make("p", {}, words));
  const row = make("p", { class: "row" });
  for (const [label, press] of buttons) {
    const button = make("button", { type: "button", class: "button" }, label);
    button.addEventListener("click", () => {
      box.remove();
      press();
    });
    row.append(button);
  }
  if (buttons.length) box.append(row);
  document.getElementById("content")?.append(box);
  const button = pressed?.getBoundingClientRect();
  if (!button || button.bottom > innerHeight) return;
  const hidden = button.bottom + 16 - box.getBoundingClientRect().top;
  if (hidden > 0) scrollBy(0, hidden);
}

const forgetAll = (unlessOf?: string) => {
  for (const key of kept.keys())
    if (key.startsWith(KEY) && (!unlessOf || readKept(key)?.user !== unlessOf)) kept.forget(key);
};

function guard(user: string | undefined, here: string) {
  addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
      if (form.action.endsWith("/logout")) forgetAll();
      const keeps = "keepUnsent" in form.dataset;
      // With its submission id, so that what did arrive is not carried out twice.
      const keep = (sent: boolean) => kept.set(here, JSON.stringify({ user, sent, fields: sentOf(form) }));
      if (navigator.onLine) {
        if (keeps) keep(true);
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      const pressed = event.submitter;
      if (!keeps) notice("No signal. Nothing was sent. Press again when you have a signal.", { pressed });
      else if (keep(false))
        notice("No signal. Kept on this device. Press again when you have a signal.", { pressed });
      else
        notice("No signal, and this device can't keep it. Stay on this page and press again.", { pressed });
    },
    true,
  );
  addEventListener("online", () => {
    const box = document.getElementById("unsent");
    if (!box?.querySelector("button")) box?.remove();
  });
}

function putBack(form: HTMLFormElement, fields: Kept["fields"]) {
  for (const [name, value] of fields) {
    const field = form.elements.namedItem(name);
    // The version it was typed at goes along: who saved in between is not written over.
    if (!isField(field) && !(field instanceof RadioNodeList)) continue;
    field.value = value;
    if (!isField(field)) continue;
    if (field.localName === "select") field.dispatchEvent(new Event("options", { bubbles: true }));
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
}

function offer(form: HTMLFormElement, saved: Kept, here: string) {
  const forget = () => kept.forget(here);
  // The page that answers a form has what was typed in it already.
  if (saved.sent && document.referrer === location.href) return forget();
  notice(
    saved.sent
      ? "What you typed here may not have arrived."
      : "What you typed here wasn't sent: there was no signal.",
    {
      buttons: [
        [
          "Put it back",
          () => {
            putBack(form, saved.fields);
            forget();
          },
        ],
        ["Discard", forget],
      ],
    },
  );
}

let isWired = false;

/** Once for a page: it listens to all of its forms. */
export default function wire() {
  if (isWired) return;
  isWired = true;
  const user = document.querySelector<HTMLElement>("[data-user]")?.dataset.user;
  const here = KEY + location.pathname + location.search;
  if (user) forgetAll(user);
  guard(user, here);
  const form = document.querySelector<HTMLFormElement>("form[data-keep-unsent]");
  const saved = user && form ? asKept(readKept(here)) : null;
  if (form && saved) offer(form, saved, here);
}
