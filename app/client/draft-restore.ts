/*
 * Store form data sent without a signal on this device and offer it again, on forms that people fill in outdoors. Also
 * store data that was never sent or was refused, when the user leaves the page. The data belongs to the signed-in user:
 * another sign-in or a sign-out clears it. A phone may wrongly report a signal, so sent data stays stored until the
 * server responds (`clearDeliveredForms`).
 */

import { isQueuedPath } from "~/modules/offline/rules/paths";
import {
  createElement,
  getField,
  getFormEntries,
  getPageUserKey,
  LAST_USER_STORAGE_KEY,
  readStoredJson,
  safeLocalStorage,
} from "./dom";

const KEY = "unsent:";

export type SavedDraft = {
  user: string;
  sent: boolean;
  /** Time of typing in milliseconds, if the form's button was not pressed. */
  typed: number | null;
  /** Address of the form in which the user corrects a waiting outbox item; null if the user isn't correcting an item. */
  edit: string | null;
  /** Address to which the form is sent, if its page has several forms. */
  to: string | null;
  fields: [string, string][];
};

const isText = (value: unknown): value is string => typeof value === "string";

/** Parse stored form data; null for any other value. */
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

/** Check whether two sets of form values are equal, ignoring the submission id and version of each page. */
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
 * Return a form's values before typing. Users on a slow connection type before this script loads, so text and number
 * fields count with the value that the server sent. After Back or a reload, the browser restores earlier values, which
 * may have been saved.
 */
function untouched(form: HTMLFormElement): SavedDraft["fields"] {
  const isNew = performance.getEntriesByType("navigation")[0]?.toJSON().type === "navigate";
  return getFormEntries(form).map(([name, value]) => {
    const field = isNew && getField(form, name);
    // Use the current value of dates and times, because the page fills these in too.
    return [
      name,
      field && "defaultValue" in field && /^(text|num)/.test(field.type) ? field.defaultValue : value,
    ];
  });
}

/** Store unsent data when the user leaves the page, including refused values that the server returned in the form. */
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

/** Check whether this device has a worker that stores forms sent without a signal (docs/no-signal.md). */
const hasWorker = () => Boolean(navigator.serviceWorker?.controller);

function guard(user: string | undefined, here: string) {
  const reader = getPageUserKey(document);
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
      const last = safeLocalStorage.get(LAST_USER_STORAGE_KEY);
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
      // Leave the form to the worker, which sends it once there is a signal again.
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

/** Run once per page, because the listeners cover all forms of the page. */
export default function initDraftRestore() {
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
