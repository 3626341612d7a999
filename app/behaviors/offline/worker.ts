/*
 * The service worker: keeps forms before they leave, shows saved pages without a signal, and shows news
 * while no page is open. Pages work without it.
 */

import { type KeptForm, makesLoad, patienceOf } from "~/domain/offline/kept-forms";
import { isKeptPage, isQueued } from "~/domain/offline/paths";
import { wouldOverwrite } from "~/domain/offline/turns";
import { flush } from "./flush";
import { titleIn } from "./kept-pages";
import { noRoomPage, plainAnswer } from "./no-room";
import {
  assetOf,
  begin,
  bring,
  isPage,
  keepOpenPage,
  keepPage,
  keptPageFor,
  LOAD_PAGE,
  stopWork,
  tidyFiles,
} from "./page-store";
import {
  itemOf as itemById,
  keepItem,
  noteReader,
  orderHere,
  ownPage,
  PAGE_STORE,
  putItem,
  StorageHangs,
  whoHere,
  zoneHere,
} from "./store";
import { underId } from "./under-id";

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
/** A page that takes longer than this is shown as it was kept, where it was. */
const PAGE_PATIENCE_MS = 10_000;

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));

/** The pages that were opened before this worker was there to see them come. */
async function keepOpenPages(): Promise<void> {
  for (const { url } of await self.clients.matchAll()) await keepOpenPage(url).catch(() => {});
}

self.addEventListener("activate", (event) => {
  const claimed = tidyFiles().then(() => self.clients.claim());
  event.waitUntil(claimed);
  // Requests wait until this worker is active, so that isn't waited for.
  claimed.then(keepOpenPages).catch(() => {});
});

const lateAfter = (ms: number) => new Promise<null>((resume) => setTimeout(() => resume(null), ms));

const notKept = () =>
  plainAnswer(
    503,
    "No signal",
    `<p>This page wasn't saved on this device. Loads and jobs that you opened before are.</p><p><a href="/trip-tickets">Trip tickets</a></p><p><a href="/outbox">What isn't sent yet</a></p>`,
  );

/** Whether what stands before the server answered in its place, or the server has nothing to read from. */
const isAway = ({ status }: Response) => status >= 502 && status <= 504;

async function pageOf(event: Fetched): Promise<Response> {
  const { request } = event;
  const begun = begin();
  const coming = fetch(request);
  const isKept = isKeptPage(new URL(request.url).pathname);
  const copy = coming.then(
    (answer) => (isPage(answer) ? answer.clone() : null),
    () => null,
  );
  event.waitUntil(copy.then((answer) => answer && keepPage(request.url, answer, begun)));
  try {
    const late = isKept ? await Promise.race([coming, lateAfter(PAGE_PATIENCE_MS)]) : await coming;
    if (late && !(isKept && isAway(late))) return late;
    return (await keptPageFor(request)) ?? (await coming);
  } catch {
    // A page that can't be checked, since storage hangs, isn't shown.
    return (await keptPageFor(request).catch(() => null)) ?? notKept();
  }
}

/**
 * What there is to be sent, kept before the first byte of it leaves, and the request that sends it; null for what isn't this
 * worker's to keep.
 */
async function itemOf(request: Request): Promise<{ item: KeptForm; leaving: Request } | null> {
  const who = await whoHere();
  if (!who) return null;
  const [body, form] = await Promise.all([request.clone().arrayBuffer(), request.clone().formData()]);
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const id = form.get("submission_id");
  if (typeof id !== "string" || !id || form.get("intent")) return null;
  const { pathname, search } = new URL(request.url);
  const page = new URL(request.referrer || request.url);
  const kept = await ownPage(page.href).catch(() => undefined);
  // What somebody puts right keeps its place: what follows upon it still does.
  const before = await itemById(id);
  const files = [...form].flatMap(([, value]): [string, number][] =>
    typeof value !== "string" && value.size ? [[value.name, value.size]] : [],
  );
  const item: KeptForm = {
    ...who,
    id,
    action: `${pathname}${search}`,
    page: `${page.pathname}${page.search}`,
    title: kept ? titleIn(await kept.text()) : "",
    type: request.headers.get("Content-Type") ?? "application/x-www-form-urlencoded",
    body,
    fields,
    ...(files.length ? { files } : {}),
    typed_at: Date.now(),
    order: await orderHere(),
    zone_minutes: new Date().getTimezoneOffset(),
    zone: await zoneHere(),
    ...(before?.after ? { after: before.after } : {}),
    state: "sending",
    tries: 0,
    said: "",
    href: "",
    sent_at: null,
  };
  if (!before || !wouldOverwrite(before, item)) return { item, leaving: request };
  // Another one waits under that id: this one gets an id of its own, and neither is lost.
  const { after: _, ...other } = await underId(item, crypto.randomUUID());
  const headers = { "Content-Type": other.type };
  const leaving = new Request(request.url, { method: "POST", body: other.body, headers, redirect: "manual" });
  return { item: other, leaving };
}

/** Says that a form is kept, on a device that the outbox's page wasn't brought to yet. */
const keptPlain = () =>
  plainAnswer(
    200,
    "Not sent yet",
    `<p>No signal. What you typed is kept on this device and will be sent when there is one. You can keep working.</p><p><a href="/outbox">What isn't sent yet</a></p><p><a href="/">Timbertally</a></p>`,
  );

/** Where the browser can, it starts this worker again when there is a signal, though no page be open. */
const sendLater = () => self.registration.sync?.register("outbox").catch(() => {});

/** What the device can't keep goes as it would without this worker; where it can't, it stands on the page that says so. */
async function unkept(leaving: Request, why: unknown): Promise<Response> {
  const typed = leaving.clone();
  return fetch(leaving).catch(async () => {
    const fields = [...(await typed.formData())].filter(
      (field): field is [string, string] => typeof field[1] === "string",
    );
    const { pathname, search } = new URL(leaving.url);
    const type = leaving.headers.get("Content-Type") ?? "application/x-www-form-urlencoded";
    return noRoomPage({ action: `${pathname}${search}`, type, fields }, why instanceof StorageHangs);
  });
}

async function sent(event: Fetched): Promise<Response> {
  const { request } = event;
  let found: Awaited<ReturnType<typeof itemOf>> = null;
  try {
    found = await itemOf(request);
    if (found) await keepItem(found.item);
  } catch (why) {
    return unkept(found?.leaving ?? request, why);
  }
  if (!found) return fetch(request);
  const { item, leaving } = found;
  // It is kept as on its way; if there isn't room to say more, it counts as waiting after a while.
  const becomes = (state: KeptForm["state"], more: Partial<KeptForm> = {}) =>
    putItem({ ...item, ...more, state }).catch(() => {});
  const stop = new AbortController();
  try {
    // What takes longer is sent by the outbox, and nobody has to wait for it; a slow line isn't given it twice at once.
    const answer = await Promise.race([fetch(leaving, { signal: stop.signal }), lateAfter(patienceOf(0))]);
    if (!answer) stop.abort();
    if (answer && answer.status < 500) {
      await becomes("unsure", { answered: true });
      event.waitUntil(flush());
      return answer;
    }
  } catch {}
  await becomes("waiting");
  await sendLater();
  const id = encodeURIComponent(item.id);
  const isLoad =
    makesLoad(item.action) && !item.fields.some(([name, value]) => name === "loads" && value !== "1");
  const shows = (path: string) => ownPage(path).catch(() => undefined);
  if (isLoad && (await shows(LOAD_PAGE))) return Response.redirect(`/outbox/load?of=${id}`, 303);
  return (await shows("/outbox")) ? Response.redirect(`/outbox?kept=${id}`, 303) : keptPlain();
}

/** What was kept of pages goes with the session; what isn't sent stays, for the person who typed it. */
async function left(request: Request): Promise<Response> {
  stopWork();
  const answer = await fetch(request).catch(() => null);
  if (answer) {
    // What was begun while the server ended the session, with its cookie.
    stopWork();
    // Where storage hangs, the pages go all the same, and the next page of the person who signs in notes who reads.
    await Promise.allSettled([noteReader(null), caches.delete(PAGE_STORE)]);
  }
  return (
    answer ??
    plainAnswer(
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
  if (request.method === "GET" && NAMED.test(pathname)) return event.respondWith(assetOf(request));
  if (request.mode !== "navigate") return;
  if (request.method === "GET") return event.respondWith(pageOf(event));
  if (request.method !== "POST") return;
  if (pathname === "/logout" || pathname === "/companies") return event.respondWith(left(request));
  if (isQueued(pathname)) event.respondWith(sent(event));
});

self.addEventListener("sync", (event) => event.waitUntil(flush()));

self.addEventListener("message", (event) => {
  if (event.data === "bring") event.waitUntil(bring().catch(() => {}));
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
