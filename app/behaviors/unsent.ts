/*
 * What is sent without a signal is kept on this device and offered again, on pages with forms that people fill in outdoors.
 * What was typed and never sent, or sent and refused, is kept as well when one leaves, by Back or a link or because the phone puts
 * the page away.
 * It is the signed-in person's alone: another one, and signing out, clears it. A phone that believes it has a signal may be
 * wrong: what is sent is kept too, until the server has answered (`forgetArrived`).
 */

import { isQueued } from "~/domain/offline/paths";
import { fieldOf, isField, kept, make, READER_KEY, readerOf, readKept, sentOf } from "./dom";

const KEY = "unsent:";

/** What is offered that nobody sent: not longer than this after it was typed. */
const TYPED_LIVES_MS = 24 * 3_600_000;

type Kept = {
  user: string;
  sent: boolean;
  /** Nobody pressed its button; when that was, in milliseconds. */
  typed: number | null;
  /** Its writer comes from the outbox to put right what waits there, in the form that is sent to this address. */
  edit: string | null;
  fields: [string, string][];
};

const isText = (value: unknown): value is string => typeof value === "string";

/** What was kept of a form; null where it is something else. */
export function asKept(value: Record<string, unknown> | null): Kept | null {
  const { user, sent, fields, typed, edit } = value ?? {};
  if (!isText(user) || !Array.isArray(fields)) return null;
  const isPair = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && isText(pair[0]) && isText(pair[1]);
  const at = typeof typed === "number" ? typed : null;
  return {
    user,
    sent: sent === true,
    typed: at,
    edit: isText(edit) ? edit : null,
    fields: fields.filter(isPair),
  };
}

/** Whether two fillings of a form say the same; each page has an id of its own. */
export const isSameFilling = (one: Kept["fields"], other: Kept["fields"]) => {
  const said = (fields: Kept["fields"]) =>
    JSON.stringify(fields.filter(([name]) => name !== "submission_id" && name !== "version"));
  return said(one) === said(other);
};

/** Why what was kept is offered; null where it is too old. */
export function offerWords({ sent, typed }: Pick<Kept, "sent" | "typed">, now: number): string | null {
  if (typed !== null) return now - typed < TYPED_LIVES_MS ? "What you typed here wasn't saved." : null;
  return sent
    ? "What you typed here may not have arrived."
    : "What you typed here wasn't sent: there was no signal.";
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

/**
 * What a form says before anybody types. On a slow line people type before this script is there, so a field that is typed in counts
 * as the page came with it. After Back or a reload the browser fills in what was there before, which may have been saved.
 */
function untouched(form: HTMLFormElement): Kept["fields"] {
  const isNew = performance.getEntriesByType("navigation")[0]?.toJSON().type === "navigate";
  return sentOf(form).map(([name, value]) => {
    const field = isNew && fieldOf(form, name);
    // Dates and times are filled in by the page as well.
    return [
      name,
      field && "defaultValue" in field && /^(text|num)/.test(field.type) ? field.defaultValue : value,
    ];
  });
}

/** Keeps what is typed and not sent when the page is left, and what was sent and refused: the page came with that. */
function keepTyped(form: HTMLFormElement, user: string, here: string) {
  const start = form.querySelector("[aria-invalid=true]") ? [] : untouched(form);
  const keep = () => {
    const fields = sentOf(form);
    const before = asKept(readKept(here));
    if (form.dataset.sent || isSameFilling(fields, start)) return;
    if (!before || !isSameFilling(fields, before.fields))
      kept.set(here, JSON.stringify({ user, typed: Date.now(), fields }));
  };
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep();
  });
}

/** Whether this device keeps what is sent without a signal, and has the page that says so (docs/no-signal.md). */
let hasOutbox = false;
async function lookForOutbox() {
  if (!("caches" in window) || !navigator.serviceWorker?.controller) return;
  hasOutbox = (await caches.match("/outbox")) !== undefined;
}

function guard(user: string | undefined, here: string) {
  const reader = readerOf(document);
  addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
      if (form.action.endsWith("/logout")) forgetAll();
      const pressed = event.submitter;
      const stop = (words: string) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        notice(words, { pressed });
      };
      const last = kept.get(READER_KEY);
      if (isQueued(new URL(form.action).pathname) && reader && last && last !== reader)
        return stop(
          "Someone signed in or switched companies on this device after this page was opened. Nothing was sent. Reload the page.",
        );
      const keeps = "keepUnsent" in form.dataset;
      // With its submission id, so that what did arrive is not carried out twice.
      const keep = (sent: boolean) => kept.set(here, JSON.stringify({ user, sent, fields: sentOf(form) }));
      if (navigator.onLine) {
        if (keeps) keep(true);
        return;
      }
      // Its own keeper sends it when there is a signal again.
      if (hasOutbox && isQueued(new URL(form.action).pathname)) return;
      if (!keeps) stop("No signal. Nothing was sent. Press again when you have a signal.");
      else if (keep(false)) stop("No signal. Kept on this device. Press again when you have a signal.");
      else stop("No signal, and this device can't keep it. Stay on this page and press again.");
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
  // The page that answers a form has what was typed in it already. A referrer has no fragment, whatever the address has.
  if (saved.sent && document.referrer === location.href.split("#")[0]) return forget();
  const words = offerWords(saved, Date.now());
  // The browser has put it back itself, as it does after Back.
  if (!words || isSameFilling(sentOf(form), saved.fields)) return forget();
  notice(words, {
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
  });
}

/** An address without the number of its load, which a load that wasn't sent yet doesn't have. */
const kindOf = (address: string) =>
  new URL(address, location.origin).pathname.replace(/\/(@[\w-]+|\d+)(?=\/|$)/, "/");
const formTo = (address: string): HTMLFormElement | undefined =>
  [...document.forms].find((form) => form.method === "post" && kindOf(form.action) === kindOf(address));

let isWired = false;

/** Once for a page: it listens to all of its forms. */
export default function wire() {
  if (isWired) return;
  isWired = true;
  const user = document.querySelector<HTMLElement>("[data-user]")?.dataset.user;
  const here = KEY + location.pathname + location.search;
  if (user) forgetAll(user);
  lookForOutbox().catch(() => {});
  guard(user, here);
  const form = document.querySelector<HTMLFormElement>("form[data-keep-unsent]");
  const saved = user ? asKept(readKept(here)) : null;
  const edited = saved?.edit ? (formTo(saved.edit) ?? form) : null;
  if (saved && edited) {
    putBack(edited, saved.fields);
    kept.forget(here);
    notice("This is what you typed. Change it and send it again.");
  } else if (form && saved) offer(form, saved, here);
  if (form && user) keepTyped(form, user, here);
}
