/* Storage of the service worker for pages and the scripts and styles that these pages need. */
import { isCachedPage, isQueuedPath } from "~/modules/offline/rules/paths";
import {
  fillForm,
  isSlowConnection,
  listAssetUrls,
  listPagesToPrefetch,
  listSheetFormUrls,
  parseSheetFields,
  readPageUser,
  readPageZone,
  renderCachedPage,
  selectPagesToDrop,
} from "./kept-pages";
import {
  EPOCH_HEADER,
  getEpoch,
  getPrefetchState,
  matchOwnPage,
  PAGE_CACHE,
  setPrefetchState,
  setStoredUser,
} from "./store";

/** Cache name for this build's scripts and styles, and the list of files that offline pages need. */
declare const BUILD: string;
declare const FILES: string[];

const KEPT_AT = "X-Kept-At";
export const TICKET_PAGE_URL = "/outbox/load";
const SCAN = "/sheets/scan";
const BRING_MS = 3_600_000;

const here = (path: string) => new URL(path, location.origin).href;

let inFlight = new AbortController();

/** State at the start of a worker task; the task stores nothing once its user has left. */
export type StoreEpoch = { signal: AbortSignal; epoch: Promise<number> };
export const getStoreEpoch = (): StoreEpoch => ({
  signal: inFlight.signal,
  epoch: getEpoch().catch(() => -1),
});

/** Abort pending fetches for a user who leaves. */
export function abortPageFetches(): void {
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

/** Copy into the cache, without using the network, this build's files that the browser loaded before the worker started. */
async function takeLoaded(): Promise<void> {
  const files = await caches.open(BUILD);
  for (const file of FILES) {
    if (await caches.match(file)) continue;
    const loaded = await fetch(file, { cache: "only-if-cached", mode: "same-origin" }).catch(() => null);
    if (loaded?.ok) await files.put(file, loaded);
  }
}

/** Store the page that was opened before this worker could see it load. */
export async function storeOpenPage(address: string): Promise<void> {
  const { pathname } = new URL(address);
  if (!isCachedPage(pathname) && !isQueuedPath(pathname)) return;
  const begun = getStoreEpoch();
  const answer = await fetch(address, { signal: begun.signal });
  if (isPageResponse(answer)) await storePage(address, answer, begun);
  await takeLoaded();
}

/** Delete files of other builds that no stored page needs anymore: without its script a page couldn't list unsent items. */
export async function deleteUnusedAssets(): Promise<void> {
  const pages = await caches.open(PAGE_CACHE);
  const needed = new Set<string>();
  for (const address of await pages.keys()) {
    const page = await pages.match(address);
    for (const file of listAssetUrls((await page?.text()) ?? "")) needed.add(file);
  }
  for (const name of await caches.keys()) {
    if (name === BUILD || name === PAGE_CACHE) continue;
    const files = await (await caches.open(name)).keys();
    if (!files.some(({ url }) => needed.has(new URL(url).pathname))) await caches.delete(name);
  }
}

export async function fetchAsset(request: Request): Promise<Response> {
  const match = await caches.match(request);
  if (match) return match;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(BUILD)).put(request, answer.clone());
  return answer;
}

export async function storePage(address: string, answer: Response, begun: StoreEpoch): Promise<void> {
  const html = await answer.text();
  const who = readPageUser(html);
  const { pathname } = new URL(address);
  if (begun.signal.aborted) return;
  // Clear the stored user, because the server shows the sign-in page only if nobody is signed in.
  if (!who && pathname === "/login") {
    abortPageFetches();
    await setStoredUser(null);
  }
  if (!who) return;
  const epoch = await setStoredUser(who, { zone: readPageZone(html), begun: await begun.epoch });
  if (epoch === null || !isCachedPage(pathname)) return;
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length", "ETag", "Set-Cookie"]) headers.delete(name);
  headers.set(KEPT_AT, String(Date.now()));
  headers.set(EPOCH_HEADER, String(epoch));
  const pages = await caches.open(PAGE_CACHE);
  if (begun.signal.aborted) return;
  await pages.put(address, new Response(html, { headers }));
  if (begun.signal.aborted || (await getEpoch()) !== epoch) {
    await (await caches.open(PAGE_CACHE)).delete(address);
    return;
  }
  for (const old of selectPagesToDrop((await pages.keys()).map(({ url }) => url))) await pages.delete(old);
  const files = await caches.open(BUILD);
  // Include the script that fills in a form corrected from the outbox, which the page loads only then.
  const needed = [...listAssetUrls(html), ...FILES.filter((file) => file.includes("/put-back-"))];
  for (const file of needed) if (!(await caches.match(file))) await files.add(file);
}

export const isPageResponse = (answer: Response) =>
  answer.status === 200 &&
  !answer.redirected &&
  (answer.headers.get("Content-Type") ?? "").startsWith("text/html");

/** Return the stored page at an address, or a substitute. */
async function pageAt({ pathname, search, searchParams, href }: URL) {
  const response = await matchOwnPage(href);
  if (response) return response;
  // Return a load's form only for the same job; a sheet's form is filled in from the sheet.
  if (pathname === "/trip-tickets/new" && search)
    return parseSheetFields(searchParams)
      ? matchOwnPage(`${pathname}?job_id=${searchParams.get("job_id")}&sheet_number=`)
      : undefined;
  // Return the list with the same filter, or else as last viewed without a filter.
  return matchOwnPage(href, { ignoreSearch: true });
}

export async function findStoredPage(request: Request): Promise<Response | null> {
  const address = new URL(request.url);
  const response = await pageAt(address);
  // Redirect to the scan page, which finds the sheet's form; the code identifies only the sheet.
  const sheet = /^\/sheets\/(\d+)$/.exec(address.pathname)?.[1];
  if (!response && sheet && (await matchOwnPage(SCAN, { ignoreSearch: true })))
    return Response.redirect(
      `${SCAN}?${new URLSearchParams({ sheet, sig: address.searchParams.get("sig") ?? "" })}`,
      302,
    );
  if (!response) return null;
  const date = new Date(Number(response.headers.get(KEPT_AT)));
  const page = await response.text();
  // Use the same time zone as the page's other times.
  const localeString = date.toLocaleString("en-US", {
    weekday: "short",
    hour: "numeric",
    minute: "2-digit",
    timeZone: readPageZone(page),
  });
  // Show no time for the outbox list, which is always current.
  const when = address.pathname.startsWith("/outbox") ? null : localeString;
  const shown = renderCachedPage(page, { when, newId: () => crypto.randomUUID() });
  const html = fillForm(shown, parseSheetFields(address.searchParams) ?? {});
  return new Response(html, { headers: response.headers });
}

/** Fetch what offline pages need: for each new build and user, once an hour, and again after an interruption. */
async function bringAll(): Promise<void> {
  if (isSlowConnection(navigator.connection)) return;
  const brought = await getPrefetchState();
  const isFresh = brought?.build === BUILD && Math.abs(Date.now() - brought.at) < BRING_MS;
  if (isFresh && (await matchOwnPage("/outbox"))) return;
  const { signal } = inFlight;
  const take = async (path: string) => {
    signal.throwIfAborted();
    const begun = getStoreEpoch();
    const answer = await fetch(here(path), { signal });
    if (!isPageResponse(answer)) return "";
    const html = await answer.clone().text();
    await storePage(here(path), answer, begun);
    return html;
  };
  await takeFiles(signal);
  await take("/outbox");
  await take(TICKET_PAGE_URL);
  for (const path of listSheetFormUrls(await take(SCAN))) await take(path);
  for (const path of ["/jobs", "/more", ...listPagesToPrefetch(await take("/"))]) await take(path);
  signal.throwIfAborted();
  await setPrefetchState({ build: BUILD, at: Date.now() });
}

let bringing: Promise<void> | null = null;

/** Run only one prefetch at a time, however many tabs request it. */
export function prefetchPages(): Promise<void> {
  bringing ??= bringAll().finally(() => {
    bringing = null;
  });
  return bringing;
}
