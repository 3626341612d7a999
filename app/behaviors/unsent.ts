/*
 * What is sent without a signal is kept on this device and offered again, on pages with forms that people fill in outdoors.
 * What was typed and never sent, or sent and refused, is kept as well when one leaves, by Back or a link or because the phone puts
 * the page away.
 * It is the signed-in person's alone: another one, and signing out, clears it. A phone that believes it has a signal may be
 * wrong: what is sent is kept too, until the server has answered (`forgetArrived`).
 */

import { isQueued } from "~/domain/offline/paths";
import { fieldOf, kept, make, READER_KEY, readerOf, readKept, sentOf } from "./dom";

const KEY = "unsent:";

export type KeptFilling = {
  user: string;
  sent: boolean;
  /** Nobody pressed its button; when that was, in milliseconds. */
  typed: number | null;
  /** Its writer comes from the outbox to put right what waits there, in the form that is sent to this address. */
  edit: string | null;
  /** Address that the form is sent to, where its page has several. */
  to: string | null;
  fields: [string, string][];
};

const isText = (value: unknown): value is string => typeof value === "string";

/** What was kept of a form; null where it is something else. */
export function asKept(value: Record<string, unknown> | null): KeptFilling | null {
  const { user, sent, fields, typed, edit, to } = value ?? {};
  if (!isText(user) || !Array.isArray(fields)) return null;
  const isPair = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && isText(pair[0]) && isText(pair[1]);
  const at = typeof typed === "number" ? typed : null;
  return {
    user,
    sent: sent === true,
    typed: at,
    edit: isText(edit) ? edit : null,
    to: isText(to) ? to : null,
    fields: fields.filter(isPair),
  };
}

/** Whether two fillings of a form say the same; each page has an id of its own. */
export const isSameFilling = (one: KeptFilling["fields"], other: KeptFilling["fields"]) => {
  const said = (fields: KeptFilling["fields"]) =>
    JSON.stringify(fields.filter(([name]) => name !== "submission_id" && name !== "version"));
  return said(one) === said(other);
};

export type NoticeWays = { buttons?: [label: string, press: () => void][]; pressed?: HTMLElement | null };

/** Says it at the end of the page, where it sticks to the bottom of the screen: in sight wherever one has scrolled to. */
function notice(words: string, { buttons = [], pressed }: NoticeWays = {}) {
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
function untouched(form: HTMLFormElement): KeptFilling["fields"] {
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

/** Whether this device has a worker that keeps what is sent without a signal (docs/no-signal.md). */
const hasWorker = () => Boolean(navigator.serviceWorker?.controller);

function guard(user: string | undefined, here: string) {
  const reader = readerOf(document);
  addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
      if (form.action.endsWith("/logout")) forgetAll();
      const isLater = isQueued(new URL(form.action).pathname);
      const pressed = event.submitter;
      const stop = (words: string) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        notice(words, { pressed });
      };
      const last = kept.get(READER_KEY);
      if (isLater && reader && last && last !== reader)
        return stop(
          "Someone signed in or switched companies on this device after this page was opened. Nothing was sent. Reload the page.",
        );
      const keeps = "keepUnsent" in form.dataset;
      // With its submission id, so that what did arrive is not carried out twice.
      const keep = (sent: boolean) =>
        kept.set(here, JSON.stringify({ user, sent, to: form.action, fields: sentOf(form) }));
      if (navigator.onLine) {
        if (keeps) keep(true);
        return;
      }
      // Its own keeper sends it when there is a signal again.
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

/** Once for a page: it listens to all of its forms. */
export default function wire() {
  if (isWired) return;
  isWired = true;
  const user = document.querySelector<HTMLElement>("[data-user]")?.dataset.user;
  const here = KEY + location.pathname + location.search;
  if (user) forgetAll(user);
  guard(user, here);
  const form = document.querySelector<HTMLFormElement>("form[data-keep-unsent]");
  const saved = user ? asKept(readKept(here)) : null;
  if (saved)
    import("./put-back").then(
      ({ putBackOrOffer }) => putBackOrOffer(saved, { form, here, notice }),
      () => {},
    );
  if (form && user) keepTyped(form, user, here);
}
