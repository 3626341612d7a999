import { isUnsent } from "~/modules/offline/rules/kept-forms";
import { createElement, getFormEntries, safeLocalStorage } from "../dom";
import { getInitialValues } from "../initial-values";
import { flushOutbox } from "./flush";
import { getStoredUser, listItems, setStoredUser } from "./store";

/** Outbox counts that each page reads immediately, without opening the outbox. */
const COUNT_KEY = "timbertally:not-sent";
const SOON_MS = 5_000;
const MAX_WAIT_MS = 60_000;

/** Return the delay before the next retry of unsent items: short if some items were sent, else doubled each time. */
export const getRetryDelay = (waited: number, before: number, left: number): number =>
  left < before ? SOON_MS : Math.min(MAX_WAIT_MS, waited * 2);

/** Outbox status line for every page; empty if the outbox is empty. */
export function formatWaitingMessage(waiting: number, needs: number): string {
  const lines = [];
  if (waiting) lines.push(`${waiting} waiting to send`);
  if (needs) lines.push(`${needs} ${needs === 1 ? "needs" : "need"} you`);
  return lines.join(", ");
}

async function count(): Promise<number> {
  const who = await getStoredUser();
  const mine = (await listItems()).filter((item) => isUnsent(item) && item.user === who?.user);
  const needs = mine.filter(({ state }) => state === "needs").length;
  const line = document.querySelector("[data-signal], [data-kept-page]");
  document.getElementById("not-sent")?.remove();
  const words = formatWaitingMessage(mine.length - needs, needs);
  if (words && !document.querySelector("[data-outbox]"))
    line?.after(
      createElement(
        "p",
        { id: "not-sent", class: "offline", role: "status" },
        createElement("a", { href: "/outbox" }, words),
      ),
    );
  if (mine.length) safeLocalStorage.set(COUNT_KEY, String(mine.length));
  else safeLocalStorage.forget(COUNT_KEY);
  return mine.length;
}

/** Return the ids of any user's waiting forms on this device, whose results no open page shows. */
const idsWaiting = async (): Promise<string[]> =>
  (await listItems()).flatMap(({ id, state }) => (state === "waiting" ? [id] : []));

/** True if this page contains unsent typing. */
const hasTyped = () =>
  [...document.forms].some(
    (form) =>
      form.method === "post" &&
      String(new URLSearchParams(getFormEntries(form))) !==
        String(new URLSearchParams(getInitialValues(form))),
  );

/**
 * Reload the page from the server if it came from this device or may have changed through an item sent since. If the
 * user has typed something or a dialog is open, show a link instead.
 */
async function catchUp(hasSent: boolean): Promise<void> {
  const element = document.querySelector("[data-kept-page]");
  if (document.querySelector("[data-outbox], [data-load-here], #catch-up") || !(hasSent || element)) return;
  // Check the server first: a signal without internet access, as in a motel, would reload the page in vain.
  const answer = await fetch(location.href, { method: "HEAD", redirect: "manual" }).catch(() => null);
  if (!answer?.ok) return;
  if (!hasTyped() && !document.querySelector("dialog[open]")) return location.reload();
  const link = createElement("a", { href: location.href }, "Show it as it is now");
  const words = "The signal is back, and this page may have changed. What you typed is still here. ";
  document
    .querySelector("[data-signal], [data-kept-page]")
    ?.replaceChildren(createElement("p", { id: "catch-up", class: "offline" }, words, link));
}

/** Send waiting items, show how many are left, and notify the outbox page. */
async function sendAndCount(): Promise<void> {
  if (!navigator.onLine) return void (await count());
  const before = await idsWaiting();
  if (await count()) await flushOutbox();
  const after = new Set(await idsWaiting());
  const hasSent = before.some((id) => !after.has(id));
  await count();
  document.dispatchEvent(new Event("outbox"));
  await catchUp(hasSent);
}

/** Warn the user before signing out with unsent loads on the phone. */
function warnBeforeLeaving() {
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || !form.action.endsWith("/logout")) return;
      const open = Number(safeLocalStorage.get(COUNT_KEY) ?? 0);
      if (!open || form.dataset.told) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      form.dataset.told = "1";
      const words = `${open} not sent yet. It stays on this device, only you can see it, and it's sent when you sign in here again. Press again to sign out.`;
      form.append(createElement("p", { class: "notice warn", role: "alert" }, words));
    },
    true,
  );
}

let isWired = false;

/** Run once for each page of a signed-in user. */
export default function initOffline() {
  if (isWired || !("serviceWorker" in navigator) || !("indexedDB" in window)) return;
  isWired = true;
  const start = async () => {
    const { user, company = "", zone } = document.querySelector<HTMLElement>("[data-user]")?.dataset ?? {};
    // Set the user only if none is stored: the worker records later users from pages that it sees loading, and this
    // page may be older than a sign-out.
    if (user && !document.querySelector("[data-kept-page]") && (await getStoredUser()) === undefined)
      await setStoredUser({ user, company }, { zone });
    // Show a ticket's pending items on its page; load nothing if there are none.
    if ((await count()) && document.querySelector("[data-load-now]"))
      (await import("./ticket-page")).default(document);
    const worker = await navigator.serviceWorker.register("/sw.js");
    const ready = await navigator.serviceWorker.ready;
    // Let the worker check whether it is time to fetch pages.
    (ready.active ?? worker.active)?.postMessage("bring");
    // Request persistent storage, if the browser may ask for permission and has not asked before.
    await navigator.storage?.persist?.();
    await sendAndCount();
  };
  const again = () => {
    sendAndCount().catch(() => {});
  };
  start().catch(() => {});
  warnBeforeLeaving();
  addEventListener("online", again);
  addEventListener("pageshow", ({ persisted }) => persisted && again());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && again());
  document.addEventListener("outbox-changed", again);
  const later = (wait: number) =>
    setTimeout(async () => {
      const before = Number(safeLocalStorage.get(COUNT_KEY) ?? 0);
      const isWaiting = before > 0 || document.querySelector("[data-kept-page]") !== null;
      if (isWaiting) await sendAndCount().catch(() => {});
      later(isWaiting ? getRetryDelay(wait, before, Number(safeLocalStorage.get(COUNT_KEY) ?? 0)) : SOON_MS);
    }, wait);
  later(SOON_MS);
}
