/*
 * What the worker keeps of pages, and of the scripts and styles that they need.
 */
import { isKeptPage, isQueued } from "~/domain/offline/paths";
import {
  aheadOf,
  filesIn,
  filledIn,
  isThinLine,
  pagesTooMany,
  sheetFields,
  sheetFormsIn,
  shownAgain,
  whoIn,
  zoneIn,
} from "./kept-pages";
import { broughtHere, EPOCH_HEADER, epochHere, noteBrought, noteReader, ownPage, PAGE_STORE } from "./store";

/** A name for what this build keeps of scripts and styles, and those that pages without a signal need. */
declare const BUILD: string;
declare const FILES: string[];

const KEPT_AT = "X-Kept-At";
export const LOAD_PAGE = "/outbox/load";
const SCAN = "/sheets/scan";
const BRING_MS = 3_600_000;

const here = (path: string) => new URL(path, location.origin).href;

let inFlight = new AbortController();

/** What work of this worker began with: it keeps nothing once its reader has left. */
export type Begun = { signal: AbortSignal; epoch: Promise<number> };
export const begin = (): Begun => ({ signal: inFlight.signal, epoch: epochHere().catch(() => -1) });

/** Stop what is on its way for the reader who leaves. */
export function stopWork(): void {
  inFlight.abort();
  inFlight = new AbortController();
}

async function takeFiles(signal: AbortSignal): Promise<void> {
  const files = await caches.open(BUILD);
  for (const file of [...FILES, "/icon.svg"]) {
    if (signal.aborted) return;
    if (!(await caches.match(file))) await files.add(file);
  }
}

/** Takes what the browser has loaded of this build before its worker was there; asks nothing of the line. */
async function takeLoaded(): Promise<void> {
  const files = await caches.open(BUILD);
  for (const file of FILES) {
    if (await caches.match(file)) continue;
    const loaded = await fetch(file, { cache: "only-if-cached", mode: "same-origin" }).catch(() => null);
    if (loaded?.ok) await files.put(file, loaded);
  }
}

/** Keeps the page that was opened before this worker was there to see it come. */
export async function keepOpenPage(address: string): Promise<void> {
  const { pathname } = new URL(address);
  if (!isKeptPage(pathname) && !isQueued(pathname)) return;
  const begun = begin();
  const answer = await fetch(address, { signal: begun.signal });
  if (isPage(answer)) await keepPage(address, answer, begun);
  await takeLoaded();
}

/** Drops the files of builds that no kept page needs anymore: a page without its script couldn't list what isn't sent. */
export async function tidyFiles(): Promise<void> {
  const pages = await caches.open(PAGE_STORE);
  const needed = new Set<string>();
  for (const address of await pages.keys()) {
    const page = await pages.match(address);
    for (const file of filesIn((await page?.text()) ?? "")) needed.add(file);
  }
  for (const name of await caches.keys()) {
    if (name === BUILD || name === PAGE_STORE) continue;
    const files = await (await caches.open(name)).keys();
    if (!files.some(({ url }) => needed.has(new URL(url).pathname))) await caches.delete(name);
  }
}

export async function assetOf(request: Request): Promise<Response> {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(BUILD)).put(request, answer.clone());
  return answer;
}

export async function keepPage(address: string, answer: Response, begun: Begun): Promise<void> {
  const html = await answer.text();
  const who = whoIn(html);
  const { pathname } = new URL(address);
  if (begun.signal.aborted) return;
  // The server asks who it is: nobody is signed in.
  if (!who && pathname === "/login") {
    stopWork();
    await noteReader(null);
  }
  if (!who) return;
  const epoch = await noteReader(who, { zone: zoneIn(html), begun: await begun.epoch });
  if (epoch === null || !isKeptPage(pathname)) return;
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length", "ETag", "Set-Cookie"]) headers.delete(name);
  headers.set(KEPT_AT, String(Date.now()));
  headers.set(EPOCH_HEADER, String(epoch));
  const pages = await caches.open(PAGE_STORE);
  if (begun.signal.aborted) return;
  await pages.put(address, new Response(html, { headers }));
  if (begun.signal.aborted || (await epochHere()) !== epoch) {
    await (await caches.open(PAGE_STORE)).delete(address);
    return;
  }
  for (const old of pagesTooMany((await pages.keys()).map(({ url }) => url))) await pages.delete(old);
  const files = await caches.open(BUILD);
  // A form that is put right from the outbox is filled in by a script that its page brings only then.
  const needed = [...filesIn(html), ...FILES.filter((file) => file.includes("/put-back-"))];
  for (const file of needed) if (!(await caches.match(file))) await files.add(file);
}

export const isPage = (answer: Response) =>
  answer.status === 200 &&
  !answer.redirected &&
  (answer.headers.get("Content-Type") ?? "").startsWith("text/html");

/** The page that was kept at an address, or the one that serves in its place. */
async function pageAt({ pathname, search, searchParams, href }: URL) {
  const found = await ownPage(href);
  if (found) return found;
  // A load's form is for its job alone; a sheet's is filled in by the sheet.
  if (pathname === "/trip-tickets/new" && search)
    return sheetFields(searchParams)
      ? ownPage(`${pathname}?job_id=${searchParams.get("job_id")}&sheet_number=`)
      : undefined;
  // A list as it was filtered, or else as it was looked at without a filter.
  return ownPage(href, { ignoreSearch: true });
}

export async function keptPageFor(request: Request): Promise<Response | null> {
  const address = new URL(request.url);
  const found = await pageAt(address);
  // A sheet's code says only which sheet it is; the page that scans knows where its form is.
  const sheet = /^\/sheets\/(\d+)$/.exec(address.pathname)?.[1];
  if (!found && sheet && (await ownPage(SCAN, { ignoreSearch: true })))
    return Response.redirect(
      `${SCAN}?${new URLSearchParams({ sheet, sig: address.searchParams.get("sig") ?? "" })}`,
      302,
    );
  if (!found) return null;
  const at = new Date(Number(found.headers.get(KEPT_AT)));
  const page = await found.text();
  // In the zone of the other times on it.
  const said = at.toLocaleString("en-US", {
    weekday: "short",
    hour: "numeric",
    minute: "2-digit",
    timeZone: zoneIn(page),
  });
  // What the outbox lists is of this moment.
  const when = address.pathname.startsWith("/outbox") ? null : said;
  const shown = shownAgain(page, { when, newId: () => crypto.randomUUID() });
  const html = filledIn(shown, sheetFields(address.searchParams) ?? {});
  return new Response(html, { headers: found.headers });
}

/**
 * Brings what pages without a signal need: for each new build and reader, once an hour, and again where it was cut off.
 */
async function bringAll(): Promise<void> {
  if (isThinLine(navigator.connection)) return;
  const brought = await broughtHere();
  const isFresh = brought?.build === BUILD && Math.abs(Date.now() - brought.at) < BRING_MS;
  if (isFresh && (await ownPage("/outbox"))) return;
  const { signal } = inFlight;
  const take = async (path: string) => {
    signal.throwIfAborted();
    const begun = begin();
    const answer = await fetch(here(path), { signal });
    if (!isPage(answer)) return "";
    const html = await answer.clone().text();
    await keepPage(here(path), answer, begun);
    return html;
  };
  await takeFiles(signal);
  await take("/outbox");
  await take(LOAD_PAGE);
  for (const path of sheetFormsIn(await take(SCAN))) await take(path);
  for (const path of ["/jobs", "/more", ...aheadOf(await take("/"))]) await take(path);
  signal.throwIfAborted();
  await noteBrought({ build: BUILD, at: Date.now() });
}

let bringing: Promise<void> | null = null;

/** Once at a time, however many tabs ask. */
export function bring(): Promise<void> {
  bringing ??= bringAll().finally(() => {
    bringing = null;
  });
  return bringing;
}
