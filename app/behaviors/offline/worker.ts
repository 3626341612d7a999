/*
 * The service worker: keeps forms before they leave, shows saved pages without a signal, and shows news
 * while no page is open. Pages work without it.
 */

import { type KeptForm, makesLoad, patienceOf } from "~/domain/offline/kept-forms";
import { isKeptPage, isQueued } from "~/domain/offline/paths";
import { flush } from "./flush";
import {
  aheadOf,
  filesIn,
  filledIn,
  sheetFields,
  sheetFormsIn,
  shownAgain,
  titleIn,
  whoIn,
  zoneIn,
} from "./kept-pages";
import { noRoomPage } from "./no-room";
import { itemOf as itemById, noteReader, PAGE_STORE, putItem, whoHere, zoneHere } from "./store";

/** A name for what this build keeps of scripts and styles, and those that pages without a signal need. */
declare const BUILD: string;
declare const FILES: string[];

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
  clients: { claim(): Promise<void>; openWindow(url: string): Promise<unknown> };
  registration: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
  location: Location;
};
declare const self: Scope;

const MOST_PAGES = 150;
const KEPT_AT = "X-Kept-At";
const NAMED = /^\/(assets|behaviors)\//;
/** A page that takes longer than this is shown as it was kept, where it was. */
const PAGE_PATIENCE_MS = 10_000;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(BUILD)
      .then((files) => files.addAll([...FILES, "/icon.svg"]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys())
      if (name !== BUILD && name !== PAGE_STORE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

async function assetOf(request: Request): Promise<Response> {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(BUILD)).put(request, answer.clone());
  return answer;
}

async function keepPage(address: string, answer: Response): Promise<void> {
  const html = await answer.text();
  const who = whoIn(html);
  if (!who) return;
  await noteReader(who, zoneIn(html));
  if (!isKeptPage(new URL(address).pathname)) return;
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length", "ETag", "Set-Cookie"]) headers.delete(name);
  headers.set(KEPT_AT, String(Date.now()));
  const pages = await caches.open(PAGE_STORE);
  await pages.put(address, new Response(html, { headers }));
  for (const old of (await pages.keys()).slice(0, -MOST_PAGES)) await pages.delete(old);
  const files = await caches.open(BUILD);
  for (const file of filesIn(html)) if (!(await files.match(file))) await files.add(file);
}

const isPage = (answer: Response) =>
  answer.status === 200 &&
  !answer.redirected &&
  (answer.headers.get("Content-Type") ?? "").startsWith("text/html");

const NOT_KEPT = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>No signal · Timbertally</title><style>body{font:18px/1.5 system-ui,sans-serif;max-width:36rem;margin:2rem auto;padding:0 1rem}@media(prefers-color-scheme:dark){body{background:#14110d;color:#f0ece3}a{color:#8fd1a9}}</style></head><body><main><h1>No signal</h1><p>This page wasn't saved on this device. Loads and jobs that you opened before are.</p><p><a href="/trip-tickets">Trip tickets</a></p><p><a href="/outbox">What isn't sent yet</a></p></main></body></html>`;

/** The page that was kept at an address, or the one that serves in its place. */
async function pageAt(pages: Cache, { pathname, search, searchParams, href }: URL) {
  const found = await pages.match(href);
  if (found) return found;
  // A load's form is for its job alone; a sheet's is filled in by the sheet.
  if (pathname === "/trip-tickets/new" && search)
    return sheetFields(searchParams)
      ? pages.match(`${pathname}?job_id=${searchParams.get("job_id")}&sheet_number=`)
      : undefined;
  // A list as it was filtered, or else as it was looked at without a filter.
  return pages.match(href, { ignoreSearch: true });
}

const SCAN = "/sheets/scan";

async function keptOf(request: Request): Promise<Response | null> {
  const pages = await caches.open(PAGE_STORE);
  const address = new URL(request.url);
  const found = await pageAt(pages, address);
  // A sheet's code says only which sheet it is; the page that scans knows where its form is.
  const sheet = /^\/sheets\/(\d+)$/.exec(address.pathname)?.[1];
  if (!found && sheet && (await pages.match(SCAN, { ignoreSearch: true })))
    return Response.redirect(
      `${SCAN}?${new URLSearchParams({ sheet, sig: address.searchParams.get("sig") ?? "" })}`,
      302,
    );
  if (!found) return null;
  const at = new Date(Number(found.headers.get(KEPT_AT)));
  const said = at.toLocaleString("en-US", { weekday: "short", hour: "numeric", minute: "2-digit" });
  // What the outbox lists is of this moment.
  const when = address.pathname.startsWith("/outbox") ? null : said;
  const shown = shownAgain(await found.text(), { when, newId: () => crypto.randomUUID() });
  const html = filledIn(shown, sheetFields(address.searchParams) ?? {});
  return new Response(html, { headers: found.headers });
}

const lateAfter = (ms: number) => new Promise<null>((resume) => setTimeout(() => resume(null), ms));

async function pageOf(event: Fetched): Promise<Response> {
  const { request } = event;
  const coming = fetch(request);
  const isKept = isKeptPage(new URL(request.url).pathname);
  const copy = coming.then(
    (answer) => (isPage(answer) ? answer.clone() : null),
    () => null,
  );
  event.waitUntil(copy.then((answer) => answer && keepPage(request.url, answer)));
  try {
    const late = isKept ? await Promise.race([coming, lateAfter(PAGE_PATIENCE_MS)]) : await coming;
    return late ?? (await keptOf(request)) ?? (await coming);
  } catch {
    return (
      (await keptOf(request)) ??
      new Response(NOT_KEPT, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } })
    );
  }
}

/** What there is to be sent, kept before the first byte of it leaves; null for what isn't this worker's to keep. */
async function itemOf(request: Request): Promise<KeptForm | null> {
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
  const kept = await caches.match(page.href);
  // What somebody puts right keeps its place: what follows upon it still does.
  const before = await itemById(id);
  return {
    ...who,
    id,
    action: `${pathname}${search}`,
    page: `${page.pathname}${page.search}`,
    title: kept ? titleIn(await kept.text()) : "",
    type: request.headers.get("Content-Type") ?? "application/x-www-form-urlencoded",
    body,
    fields,
    typed_at: Date.now(),
    zone_minutes: new Date().getTimezoneOffset(),
    zone: await zoneHere(),
    ...(before?.after ? { after: before.after } : {}),
    state: "sending",
    tries: 0,
    said: "",
    href: "",
    sent_at: null,
  };
}

/** Where the browser can, it starts this worker again when there is a signal, though no page be open. */
const sendLater = () => self.registration.sync?.register("outbox").catch(() => {});

async function sent(event: Fetched): Promise<Response> {
  const { request } = event;
  const item = await itemOf(request).catch(() => null);
  if (!item) return fetch(request);
  const isHeld = await putItem(item).then(
    () => true,
    () => false,
  );
  // What the device has no room for goes as it would without this worker; where it can't, it stands on the page that says so.
  if (!isHeld)
    return fetch(request).catch(
      () =>
        new Response(noRoomPage(item), {
          status: 507,
          headers: { "Content-Type": "text/html; charset=utf-8" },
        }),
    );
  // It is kept as on its way; if there isn't room to say more, it counts as waiting after a while.
  const becomes = (state: KeptForm["state"], said = "") =>
    putItem({ ...item, state, said, tries: 1 }).catch(() => {});
  const stop = new AbortController();
  try {
    // What takes longer is sent by the outbox, and nobody has to wait for it; a slow line isn't given it twice at once.
    const answer = await Promise.race([fetch(request, { signal: stop.signal }), lateAfter(patienceOf(0))]);
    if (!answer) stop.abort();
    if (answer && answer.status < 500) {
      await becomes("unsure");
      event.waitUntil(flush());
      return answer;
    }
  } catch {}
  await becomes("waiting");
  await sendLater();
  const id = encodeURIComponent(item.id);
  const pages = await caches.open(PAGE_STORE);
  const isLoad =
    makesLoad(item.action) && !item.fields.some(([name, value]) => name === "loads" && value !== "1");
  const here = isLoad && (await pages.match("/outbox/load"));
  return Response.redirect(here ? `/outbox/load?of=${id}` : `/outbox?kept=${id}`, 303);
}

/** What was kept of pages goes with the session; what isn't sent stays, for the person who typed it. */
async function left(request: Request): Promise<Response> {
  const answer = await fetch(request);
  await noteReader(null);
  return answer;
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

/** Brings what a page without a signal will need, when the page that asks for it has been read. */
async function bring(): Promise<void> {
  const take = async (path: string) => {
    const address = new URL(path, self.location.origin).href;
    const answer = await fetch(address);
    if (!isPage(answer)) return "";
    const html = await answer.clone().text();
    await keepPage(address, answer);
    return html;
  };
  await take("/outbox");
  await take("/outbox/load");
  for (const path of sheetFormsIn(await take(SCAN))) await take(path);
  for (const path of aheadOf(await take("/"))) await take(path);
}

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
