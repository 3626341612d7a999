/*
 * Service worker: stores forms before they are sent, shows saved pages without a signal, and shows notifications while
 * no page is open. Pages work without it.
 */

import { getSendTimeoutMs, isNewTicketForm, type QueuedForm } from "~/modules/offline/rules/kept-forms";
import { isCachedPage, isQueuedPath } from "~/modules/offline/rules/paths";
import { wouldOverwrite } from "~/modules/offline/rules/turns";
import { flushOutbox } from "./flush";
import { readPageTitle } from "./kept-pages";
import {
  abortPageFetches,
  deleteUnusedAssets,
  fetchAsset,
  findStoredPage,
  getStoreEpoch,
  isPageResponse,
  prefetchPages,
  storeOpenPage,
  storePage,
  TICKET_PAGE_URL,
} from "./page-store";
import { buildPlainResponse, buildQuotaPage } from "./quota-page";
import { reassignItemId } from "./reassign-id";
import {
  addItem,
  getNextItemOrder,
  getStoredUser,
  getStoredZone,
  getItem as itemById,
  matchOwnPage,
  PAGE_CACHE,
  putItem,
  StorageTimeoutError,
  setStoredUser,
} from "./store";

type Extended = Event & { waitUntil(done: Promise<unknown>): void };
type Fetched = Extended & { request: Request; respondWith(answer: Promise<Response>): void };
type Pushed = Extended & { data: { json(): { title: string; path: string } } | null };
type Clicked = Extended & { notification: Notification };
type Scope = {
  addEventListener(kind: "install" | "activate" | "sync", act: (event: Extended) => void): void;
  addEventListener(kind: "fetch", act: (event: Fetched) => void): void;
  addEventListener(kind: "push", act: (event: Pushed) => void): void;
  addEventListener(kind: "notificationclick", act: (event: Clicked) => void): void;
  addEventListener(kind: "message", act: (event: Extended & { data: unknown }) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(): Promise<{ url: string }[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
  location: Location;
};
declare const self: Scope;

const NAMED = /^\/(assets|behaviors)\//;
/** Time in milliseconds after which the stored copy of a page is shown, if there is a copy. */
const PAGE_PATIENCE_MS = 10_000;

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));

/** Store pages that were opened before this worker could see their requests. */
async function keepOpenPages(): Promise<void> {
  for (const { url } of await self.clients.matchAll()) await storeOpenPage(url).catch(() => {});
}

self.addEventListener("activate", (event) => {
  const claimed = deleteUnusedAssets().then(() => self.clients.claim());
  event.waitUntil(claimed);
  // Don't wait for storing pages, because requests wait until this worker is active.
  claimed.then(keepOpenPages).catch(() => {});
});

const lateAfter = (ms: number) => new Promise<null>((resume) => setTimeout(() => resume(null), ms));

const notKept = () =>
  buildPlainResponse(
    503,
    "No signal",
    `<p>This page wasn't saved on this device. Loads and jobs that you opened before are.</p><p><a href="/trip-tickets">Trip tickets</a></p><p><a href="/outbox">What isn't sent yet</a></p>`,
  );

/** Check whether a proxy responded in place of the server, or the server can't read a database. */
const isAway = ({ status }: Response) => status >= 502 && status <= 504;

async function pageOf(event: Fetched): Promise<Response> {
  const { request } = event;
  const begun = getStoreEpoch();
  const coming = fetch(request);
  const isKept = isCachedPage(new URL(request.url).pathname);
  const copy = coming.then(
    (answer) => (isPageResponse(answer) ? answer.clone() : null),
    () => null,
  );
  event.waitUntil(copy.then((answer) => answer && storePage(request.url, answer, begun)));
  try {
    const late = isKept ? await Promise.race([coming, lateAfter(PAGE_PATIENCE_MS)]) : await coming;
    if (late && !(isKept && isAway(late))) return late;
    return (await findStoredPage(request)) ?? (await coming);
  } catch {
    // If storage hangs, show no stored page, because its owner can't be checked.
    return (await findStoredPage(request).catch(() => null)) ?? notKept();
  }
}

/**
 * Return the item, stored before anything is sent, and the request that sends it; null if this worker doesn't handle
 * the request.
 */
async function itemOf(request: Request): Promise<{ item: QueuedForm; leaving: Request } | null> {
  const who = await getStoredUser();
  if (!who) return null;
  const [body, form] = await Promise.all([request.clone().arrayBuffer(), request.clone().formData()]);
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const id = form.get("submission_id");
  if (typeof id !== "string" || !id || form.get("intent")) return null;
  const { pathname, search } = new URL(request.url);
  const page = new URL(request.referrer || request.url);
  const response = await matchOwnPage(page.href).catch(() => undefined);
  // Keep a corrected item's position, so that later items still depend on it.
  const before = await itemById(id);
  const files = [...form].flatMap(([, value]): [string, number][] =>
    typeof value !== "string" && value.size ? [[value.name, value.size]] : [],
  );
  const item: QueuedForm = {
    ...who,
    id,
    action: `${pathname}${search}`,
    page: `${page.pathname}${page.search}`,
    title: response ? readPageTitle(await response.text()) : "",
    type: request.headers.get("Content-Type") ?? "application/x-www-form-urlencoded",
    body,
    fields,
    ...(files.length ? { files } : {}),
    typed_at: Date.now(),
    order: await getNextItemOrder(),
    zone_minutes: new Date().getTimezoneOffset(),
    zone: await getStoredZone(),
    ...(before?.after ? { after: before.after } : {}),
    state: "sending",
    tries: 0,
    said: "",
    href: "",
    sent_at: null,
  };
  if (!before || !wouldOverwrite(before, item)) return { item, leaving: request };
  // Give this item a new id, because another item waits under the same id and neither may be lost.
  const { after: _, ...other } = await reassignItemId(item, crypto.randomUUID());
  const headers = { "Content-Type": other.type };
  const leaving = new Request(request.url, { method: "POST", body: other.body, headers, redirect: "manual" });
  return { item: other, leaving };
}

/** Confirm that a form is stored, on a device without a copy of the outbox page. */
const keptPlain = () =>
  buildPlainResponse(
    200,
    "Not sent yet",
    `<p>No signal. What you typed is kept on this device and will be sent when there is one. You can keep working.</p><p><a href="/outbox">What isn't sent yet</a></p><p><a href="/">Timbertally</a></p>`,
  );

/** Ask the browser, if supported, to restart this worker once there is a signal, even with no page open. */
const sendLater = () => self.registration.sync?.register("outbox").catch(() => {});

/**
 * Send a form that the device can't store as if there were no worker; if that fails, show the form on a page that
 * explains this.
 */
async function unkept(leaving: Request, why: unknown): Promise<Response> {
  const typed = leaving.clone();
  return fetch(leaving).catch(async () => {
    const fields = [...(await typed.formData())].filter(
      (field): field is [string, string] => typeof field[1] === "string",
    );
    const { pathname, search } = new URL(leaving.url);
    const type = leaving.headers.get("Content-Type") ?? "application/x-www-form-urlencoded";
    return buildQuotaPage(
      { action: `${pathname}${search}`, type, fields },
      why instanceof StorageTimeoutError,
    );
  });
}

async function sent(event: Fetched): Promise<Response> {
  const { request } = event;
  let match: Awaited<ReturnType<typeof itemOf>> = null;
  try {
    match = await itemOf(request);
    if (match) await addItem(match.item);
  } catch (why) {
    return unkept(match?.leaving ?? request, why);
  }
  if (!match) return fetch(request);
  const { item, leaving } = match;
  // Update the item, which was stored as being sent. Without space to update, it counts as waiting after a while.
  const becomes = (state: QueuedForm["state"], more: Partial<QueuedForm> = {}) =>
    putItem({ ...item, ...more, state }).catch(() => {});
  const stop = new AbortController();
  try {
    // Leave slow requests to the outbox, so that nobody waits, and abort them to avoid sending twice.
    const answer = await Promise.race([
      fetch(leaving, { signal: stop.signal }),
      lateAfter(getSendTimeoutMs(0)),
    ]);
    if (!answer) stop.abort();
    if (answer && answer.status < 500) {
      await becomes("unsure", { answered: true });
      event.waitUntil(flushOutbox());
      return answer;
    }
  } catch {}
  await becomes("waiting");
  await sendLater();
  const id = encodeURIComponent(item.id);
  const isLoad =
    isNewTicketForm(item.action) && !item.fields.some(([name, value]) => name === "loads" && value !== "1");
  const shows = (path: string) => matchOwnPage(path).catch(() => undefined);
  if (isLoad && (await shows(TICKET_PAGE_URL))) return Response.redirect(`/outbox/load?of=${id}`, 303);
  return (await shows("/outbox")) ? Response.redirect(`/outbox?kept=${id}`, 303) : keptPlain();
}

/** Delete stored pages when the session ends; unsent items stay for the user who typed them. */
async function left(request: Request): Promise<Response> {
  abortPageFetches();
  const answer = await fetch(request).catch(() => null);
  if (answer) {
    // Abort work begun while the server was ending the session and clearing its cookie.
    abortPageFetches();
    // Delete the pages even if storage hangs; the next page after sign-in records the user.
    await Promise.allSettled([setStoredUser(null), caches.delete(PAGE_CACHE)]);
  }
  return (
    answer ??
    buildPlainResponse(
      503,
      "No signal",
      `<p>You're still signed in. Nothing was changed. Go back, and press again when you have a signal.</p><p><a href="/">Timbertally</a></p>`,
    )
  );
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === "GET" && NAMED.test(pathname)) return event.respondWith(fetchAsset(request));
  if (request.mode !== "navigate") return;
  if (request.method === "GET") return event.respondWith(pageOf(event));
  if (request.method !== "POST") return;
  if (pathname === "/logout" || pathname === "/companies") return event.respondWith(left(request));
  if (isQueuedPath(pathname)) event.respondWith(sent(event));
});

self.addEventListener("sync", (event) => event.waitUntil(flushOutbox()));

self.addEventListener("message", (event) => {
  if (event.data === "bring") event.waitUntil(prefetchPages().catch(() => {}));
});

self.addEventListener("push", (event) => {
  const { title, path } = event.data?.json() ?? { title: "Timbertally", path: "/notifications" };
  event.waitUntil(
    self.registration.showNotification(title, { data: { path }, icon: "/icon.svg", tag: path }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  event.waitUntil(self.clients.openWindow(new URL(path, self.location.origin).href));
});
