import { isUnsent } from "~/domain/offline/kept-forms";
import { sentAsItCame } from "../as-it-came";
import { kept, make, sentOf } from "../dom";
import { flush } from "./flush";
import { allItems, noteReader, whoHere } from "./store";

/** What each page knows at once, without opening the outbox: how much of it is open. */
const COUNT_KEY = "timbertally:not-sent";
const SOON_MS = 5_000;
const MOST_MS = 60_000;

/** How long until what is left is tried once more: soon where some of it went, else twice as long each time. */
export const nextWait = (waited: number, before: number, left: number): number =>
  left < before ? SOON_MS : Math.min(MOST_MS, waited * 2);

/** What the line on every page says of the outbox; empty where nothing is in it. */
export function waitingWords(waiting: number, needs: number): string {
  const said = [];
  if (waiting) said.push(`${waiting} waiting to send`);
  if (needs) said.push(`${needs} ${needs === 1 ? "needs" : "need"} you`);
  return said.join(", ");
}

async function count(): Promise<number> {
  const who = await whoHere();
  const mine = (await allItems()).filter((item) => isUnsent(item) && item.user === who?.user);
  const needs = mine.filter(({ state }) => state === "needs").length;
  const line = document.querySelector("[data-signal], [data-kept-page]");
  document.getElementById("not-sent")?.remove();
  const words = waitingWords(mine.length - needs, needs);
  if (words && !document.querySelector("[data-outbox]"))
    line?.after(
      make("p", { id: "not-sent", class: "offline", role: "status" }, make("a", { href: "/outbox" }, words)),
    );
  if (mine.length) kept.set(COUNT_KEY, String(mine.length));
  else kept.forget(COUNT_KEY);
  return mine.length;
}

/** Forms of any reader here that left no page behind that shows what came of them. */
const idsWaiting = async (): Promise<string[]> =>
  (await allItems()).flatMap(({ id, state }) => (state === "waiting" ? [id] : []));

/** Whether something was typed in this page that isn't sent. */
const hasTyped = () =>
  [...document.forms].some(
    (form) =>
      form.method === "post" &&
      String(new URLSearchParams(sentOf(form))) !== String(new URLSearchParams(sentAsItCame(form))),
  );

/**
 * Shows the page as it is on the server, if it came from this device or something that was sent since may have changed it.
 * Where something is typed, or a dialog is open, a line says so and leads there.
 */
async function catchUp(hasSent: boolean): Promise<void> {
  const kept = document.querySelector("[data-kept-page]");
  if (document.querySelector("[data-outbox], [data-load-here], #catch-up") || !(hasSent || kept)) return;
  // A signal that leads nowhere, as a motel's, shows this page again for nothing.
  const answer = await fetch(location.href, { method: "HEAD", redirect: "manual" }).catch(() => null);
  if (!answer?.ok) return;
  if (!hasTyped() && !document.querySelector("dialog[open]")) return location.reload();
  const link = make("a", { href: location.href }, "Show it as it is now");
  const words = "The signal is back, and this page may have changed. What you typed is still here. ";
  document
    .querySelector("[data-signal], [data-kept-page]")
    ?.replaceChildren(make("p", { id: "catch-up", class: "offline" }, words, link));
}

/** Sends what waits and says what is left; tells the outbox's page as well. */
async function sendAndCount(): Promise<void> {
  if (!navigator.onLine) return void (await count());
  const before = await idsWaiting();
  if (await count()) await flush();
  const after = new Set(await idsWaiting());
  const hasSent = before.some((id) => !after.has(id));
  await count();
  document.dispatchEvent(new Event("outbox"));
  await catchUp(hasSent);
}

/** Nobody signs out with loads on the phone without having been told. */
function warnBeforeLeaving() {
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || !form.action.endsWith("/logout")) return;
      const open = Number(kept.get(COUNT_KEY) ?? 0);
      if (!open || form.dataset.told) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      form.dataset.told = "1";
      const words = `${open} not sent yet. It stays on this device, only you can see it, and it's sent when you sign in here again. Press again to sign out.`;
      form.append(make("p", { class: "notice warn", role: "alert" }, words));
    },
    true,
  );
}

let isWired = false;

/** Once for a page of somebody who is signed in. */
export default function offline() {
  if (isWired || !("serviceWorker" in navigator) || !("indexedDB" in window)) return;
  isWired = true;
  const start = async () => {
    const { user, company = "", zone } = document.querySelector<HTMLElement>("[data-user]")?.dataset ?? {};
    // The worker notes later readers by the pages that it sees come. This page may be older than a sign-out.
    if (user && !document.querySelector("[data-kept-page]") && (await whoHere()) === undefined)
      await noteReader({ user, company }, { zone });
    // What waits of a ticket stands over its page; a page that nothing waits for brings nothing for it.
    if ((await count()) && document.querySelector("[data-load-now]"))
      (await import("./load-page")).default(document);
    const worker = await navigator.serviceWorker.register("/sw.js");
    const ready = await navigator.serviceWorker.ready;
    // It knows whether it's time for that.
    (ready.active ?? worker.active)?.postMessage("bring");
    // Where the browser may ask, and has not been asked before.
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
      const before = Number(kept.get(COUNT_KEY) ?? 0);
      const isWaiting = before > 0 || document.querySelector("[data-kept-page]") !== null;
      if (isWaiting) await sendAndCount().catch(() => {});
      later(isWaiting ? nextWait(wait, before, Number(kept.get(COUNT_KEY) ?? 0)) : SOON_MS);
    }, wait);
  later(SOON_MS);
}
