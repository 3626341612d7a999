/*
 * What the worker keeps of pages, and of the scripts and styles that they need.
 */
import { isKeptPage } from "~/domain/offline/paths";
import {
  aheadOf,
  filesIn,
  filledIn,
  pagesTooMany,
  sheetFields,
  sheetFormsIn,
  shownAgain,
  whoIn,
  zoneIn,
} from "./kept-pages";
import { broughtHere, noteBrought, noteReader, PAGE_STORE } from "./store";

/** A name for what this build keeps of scripts and styles, and those that pages without a signal need. */
declare const BUILD: string;
declare const FILES: string[];

const KEPT_AT = "X-Kept-At";
export const LOAD_PAGE = "/outbox/load";
const SCAN = "/sheets/scan";
const BRING_MS = 3_600_000;

const here = (path: string) => new URL(path, location.origin).href;

export async function takeFiles(): Promise<void> {
  const files = await caches.open(BUILD);
  await files.addAll([...FILES, "/icon.svg"]);
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

export async function keepPage(address: string, answer: Response): Promise<void> {
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
  for (const old of pagesTooMany((await pages.keys()).map(({ url }) => url))) await pages.delete(old);
  const files = await caches.open(BUILD);
  for (const file of filesIn(html)) if (!(await caches.match(file))) await files.add(file);
}

export const isPage = (answer: Response) =>
  answer.status === 200 &&
  !answer.redirected &&
  (answer.headers.get("Content-Type") ?? "").startsWith("text/html");

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

export async function keptPageFor(request: Request): Promise<Response | null> {
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
  const [brought, pages] = [await broughtHere(), await caches.open(PAGE_STORE)];
  const isFresh = brought?.build === BUILD && Math.abs(Date.now() - brought.at) < BRING_MS;
  if (isFresh && (await pages.match("/outbox"))) return;
  const take = async (path: string) => {
    const answer = await fetch(here(path));
    if (!isPage(answer)) return "";
    const html = await answer.clone().text();
    await keepPage(here(path), answer);
    return html;
  };
  await take("/outbox");
  await take(LOAD_PAGE);
  for (const path of sheetFormsIn(await take(SCAN))) await take(path);
  for (const path of aheadOf(await take("/"))) await take(path);
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
