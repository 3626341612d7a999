/*
 * On pages with forms that people fill in outdoors, store on this device what is sent without a signal and offer it
 * again. What was typed and never sent, or sent and refused, is stored as well when the user leaves by Back or a link
 * or because the phone puts the page away. It belongs to the signed-in user only: another user, or signing out, clears
 * it. A phone may wrongly report a signal, so what is sent is stored too, until the server has responded
 * (`clearDeliveredForms`).
 */

import { isQueuedPath } from "~/modules/offline/rules/paths";
import {
  createElement,
  getField,
  getFormEntries,
  getReaderId,
  READER_KEY,
  readStoredJson,
  safeLocalStorage,
} from "./dom";

const KEY = "unsent:";

export type SavedDraft = {
  user: string;
  sent: boolean;
  /** Time of typing in milliseconds, if the form's button was not pressed. */
  typed: number | null;
  /** Set if the user comes from the outbox to correct a waiting item, in the form that is sent to this address. */
  edit: string | null;
  /** Address that the form is sent to, if its page has several. */
  to: string | null;
  fields: [string, string][];
};

const isText = (value: unknown): value is string => typeof value === "string";

/** Parse the stored data of a form; null if it is something else. */
export function parseSavedDraft(value: Record<string, unknown> | null): SavedDraft | null {
  const { user, sent, fields, typed, edit, to } = value ?? {};
  if (!isText(user) || !Array.isArray(fields)) return null;
  const isPair = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && isText(pair[0]) && isText(pair[1]);
  const index = typeof typed === "number" ? typed : null;
  return {
    user,
    sent: sent === true,
    typed: index,
    edit: isText(edit) ? edit : null,
    to: isText(to) ? to : null,
    fields: fields.filter(isPair),
  };
}

/** True if two sets of form values are equal, ignoring the id that each page has. */
export const hasSameFields = (items: SavedDraft["fields"], other: SavedDraft["fields"]) => {
  const said = (fields: SavedDraft["fields"]) =>
    JSON.stringify(fields.filter(([name]) => name !== "submission_id" && name !== "version"));
  return said(items) === said(other);
};

export type RestoreNotice = { buttons?: [label: string, press: () => void][]; pressed?: HTMLElement | null };

/**
 * Show a notice at the end of the page, sticky at the bottom of the screen so that it is visible at any scroll
 * position.
 */
function notice(words: string, { buttons = [], pressed }: RestoreNotice = {}) {
  document.getElementById("unsent")?.remove();
  const box = createElement(
    "div",
    { id: "unsent", class: "notice warn unsent", role: "alert" },
    createElement("p", {}, words),
  );
  const row = createElement("p", { class: "row" });
  for (const [label, press] of buttons) {
    const button = createElement("button", { type: "button", class: "button" }, label);
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
  for (const key of safeLocalStorage.keys())
    if (key.startsWith(KEY) && (!unlessOf || readStoredJson(key)?.user !== unlessOf))
      safeLocalStorage.forget(key);
};

/**
 * Values of a form before typing. On a slow connection users type before this script loads, so a field that is typed in
 * counts with its delivered value. After Back or a reload the browser restores earlier values, which may have been
 * saved.
 */
function untouched(form: HTMLFormElement): SavedDraft["fields"] {
  const isNew = performance.getEntriesByType("navigation")[0]?.toJSON().type === "navigate";
  return getFormEntries(form).map(([name, value]) => {
    const field = isNew && getField(form, name);
    // The page fills in dates and times too.
    return [
      name,
      field && "defaultValue" in field && /^(text|num)/.test(field.type) ? field.defaultValue : value,
    ];
  });
}

/** Store unsent typing when the user leaves, and values sent and refused, which the page arrived with. */
function keepTyped(form: HTMLFormElement, user: string, here: string) {
  const start = form.querySelector("[aria-invalid=true]") ? [] : untouched(form);
  const keep = () => {
    const fields = getFormEntries(form);
    const before = parseSavedDraft(readStoredJson(here));
    if (form.dataset.sent || hasSameFields(fields, start)) return;
    if (!before || !hasSameFields(fields, before.fields))
      safeLocalStorage.set(here, JSON.stringify({ user, typed: Date.now(), fields }));
  };
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep();
  });
}

/** True if this device has a worker that stores what is sent without a signal (docs/no-signal.md). */
const hasWorker = () => Boolean(navigator.serviceWorker?.controller);

function guard(user: string | undefined, here: string) {
  const reader = getReaderId(document);
  addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
      if (form.action.endsWith("/logout")) forgetAll();
      const isLater = isQueuedPath(new URL(form.action).pathname);
      const pressed = event.submitter;
      const stop = (words: string) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        notice(words, { pressed });
      };
      const last = safeLocalStorage.get(READER_KEY);
      if (isLater && reader && last && last !== reader)
        return stop(
          "Someone signed in or switched companies on this device after this page was opened. Nothing was sent. Reload the page.",
        );
      const keeps = "keepUnsent" in form.dataset;
      // Include the submission id, so that a form that did arrive is not processed twice.
      const keep = (sent: boolean) =>
        safeLocalStorage.set(
          here,
          JSON.stringify({ user, sent, to: form.action, fields: getFormEntries(form) }),
        );
      if (navigator.onLine) {
        if (keeps) keep(true);
        return;
      }
      // The worker sends it once there is a signal again.
      if (hasWorker() && isLater) return;
      if (!keeps && !isLater) stop("No signal. Nothing was sent. Press again when you have a signal.");
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

let isWired = false;

/** Runs once per page: it listens to all of its forms. */
export default function init() {
  if (isWired) return;
  isWired = true;
  const user = document.querySelector<HTMLElement>("[data-user]")?.dataset.user;
  const here = KEY + location.pathname + location.search;
  if (user) forgetAll(user);
  guard(user, here);
  const form = document.querySelector<HTMLFormElement>("form[data-keep-unsent]");
  const saved = user ? parseSavedDraft(readStoredJson(here)) : null;
  if (saved)
    import("./put-back").then(
      ({ restoreOrOffer: putBackOrOffer }) => putBackOrOffer(saved, { form, here, notice }),
      () => {},
    );
  if (form && user) keepTyped(form, user, here);
}
