/*
 * Rules for pages stored on this device, independent of a browser: reading a page's data and links, and rendering the
 * page without a signal.
 */
import type { FormOwner } from "~/modules/offline/rules/kept-forms";

/** Return the user and company of a page; null if nobody is signed in on it. */
export function readPageUser(html: string): FormOwner | null {
  const user = /data-user="(\d+)"/.exec(html)?.[1];
  const company = /data-company="(\d*)"/.exec(html)?.[1];
  return user === undefined || company === undefined ? null : { user, company };
}

/** Return the time zone of a page's times. */
export const readPageZone = (html: string): string | undefined =>
  /data-zone="([\w+/-]{1,60})"/.exec(html)?.[1];

export const readPageTitle = (html: string): string =>
  (/<title>([^<]*)</.exec(html)?.[1] ?? "")
    .replace(/ · Timbertally$/, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

type Line = { saveData?: boolean; effectiveType?: string };
/**
 * True if nothing should be prefetched: the user asked to save data, or the connection is so slow that pages wait for
 * it.
 */
export const isSlowConnection = (line: Line | undefined): boolean =>
  line?.saveData === true || /2g$/.test(line?.effectiveType ?? "");

/** Maximum number of stored pages. */
const MAX_PAGES = 150;
const ALWAYS =
  /^\/($|jobs$|more$|outbox(\/load)?$|sheets\/scan$|trip-tickets\/new\?job_id=\d+&sheet_number=$)/;
/**
 * Check whether a page is a starting point for work without a signal. Such a page is never dropped to make space for
 * others.
 */
export function isAlwaysCached(address: string): boolean {
  const { pathname, search } = new URL(address);
  return ALWAYS.test(`${pathname}${search}`);
}

/** Stored pages beyond the maximum, oldest first. */
export const selectPagesToDrop = (addresses: readonly string[]): string[] =>
  addresses.filter((address) => !isAlwaysCached(address)).slice(0, -MAX_PAGES);

/** Maximum number of pages to prefetch, to avoid tying up a slow connection. */
const MAX_PREFETCHED = 8;
/**
 * List pages to prefetch from today's page: the user's loads to haul, with their print pages, and the form for another
 * load.
 */
export function listPagesToPrefetch(html: string): string[] {
  const paths = [...html.matchAll(/href="(\/trip-tickets\/(?:\d+|new))"/g)].flatMap(
    (match) => match[1] ?? [],
  );
  return [...new Set(paths)]
    .slice(0, MAX_PREFETCHED)
    .flatMap((path) => (path.endsWith("/new") ? [path] : [path, `${path}/print`]));
}

/** List a page's sheet form addresses: first for jobs with waiting sheets, then for other jobs. */
export function listSheetFormUrls(html: string): string[] {
  const message = /data-scan="([^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "";
  const ids = (part: string) =>
    [...(new RegExp(`"${part}":\\[(.*?)\\]`).exec(message)?.[1] ?? "").matchAll(/"(?:job|id)":(\d+)/g)].map(
      ([found, id]) => ({ isJob: found.includes("job"), id }),
    );
  const withSheets = ids("runs").flatMap(({ isJob, id }) => (isJob ? [id] : []));
  const all = [...withSheets, ...ids("jobs").map(({ id }) => id)];
  return [...new Set(all)]
    .slice(0, MAX_PREFETCHED)
    .map((id) => `/trip-tickets/new?job_id=${id}&sheet_number=`);
}

/** Scripts and styles that a page references. */
export const listAssetUrls = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/(?:href|src)="(\/(?:assets|behaviors)\/[^"]+)"/g)].flatMap((match) => match[1] ?? []),
  ),
];

/** Fill values into a page's HTML fields by name. */
export function fillForm(html: string, values: Readonly<Record<string, string>>): string {
  return html.replace(/<input\b[^>]*>/g, (input) => {
    const value = values[/ name="([^"]*)"/.exec(input)?.[1] ?? ""];
    if (value === undefined || !/^[\w.~-]*$/.test(value)) return input;
    return input.replace(/ value="[^"]*"/, "").replace(/\s*\/?>$/, ` value="${value}">`);
  });
}

/** Return the values that a sheet's form needs from its address: the scanned code and the typed number. */
export function parseSheetFields(query: URLSearchParams): Record<string, string> | null {
  if (!query.has("sheet") && !query.has("sheet_number")) return null;
  return {
    sheet_number: query.get("sheet_number") ?? "",
    blank_sheet_id: query.get("sheet") ?? "",
    sheet_sig: query.get("sig") ?? "",
  };
}

const SUBMISSION = /(name="submission_id" value=")[^"]*"/g;
/** Match all scripts except the behaviors: React would remove inserted content. */
const OTHER_SCRIPTS = /<script\b(?![^>]*src="\/behaviors\/)[^>]*>[\s\S]*?<\/script>/g;
const SIGNAL = /<div role="status" class="signal"[^>]*>/;
/**
 * Render a stored page without a signal: add a notice with the time in `when`, and new submission ids, because a used
 * id would make the next load a copy of the last.
 */
export function renderCachedPage(html: string, stored: { when: string | null; newId: () => string }): string {
  const words = stored.when && `No signal. This page was saved on this device ${stored.when}.`;
  const line = words ? `<p class="offline">${words}</p>` : "";
  return html
    .replace(OTHER_SCRIPTS, "")
    .replace(SUBMISSION, (_, start: string) => `${start}${stored.newId()}"`)
    .replace(SIGNAL, `<div role="status" class="signal" data-kept-page="">${line}`);
}
