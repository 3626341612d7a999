/*
 * Rules of the pages that this device keeps, without a browser: what a page says of itself, where it leads, and how it is
 * shown without a signal.
 */
import type { Who } from "~/domain/offline/kept-forms";

/** Who a page was made for; null where it is nobody's. */
export function whoIn(html: string): Who | null {
  const user = /data-user="(\d+)"/.exec(html)?.[1];
  const company = /data-company="(\d*)"/.exec(html)?.[1];
  return user === undefined || company === undefined ? null : { user, company };
}

/** The zone in which a page says its times. */
export const zoneIn = (html: string): string | undefined => /data-zone="([\w+/-]{1,60})"/.exec(html)?.[1];

export const titleIn = (html: string): string =>
  (/<title>([^<]*)</.exec(html)?.[1] ?? "")
    .replace(/ · Timbertally$/, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

type Line = { saveData?: boolean; effectiveType?: string };
/** Whether nothing is brought in advance: somebody asks to save data, or the line is so slow that pages wait for it. */
export const isThinLine = (line: Line | undefined): boolean =>
  line?.saveData === true || /2g$/.test(line?.effectiveType ?? "");

/** So many pages are kept. */
const MOST_PAGES = 150;
const ALWAYS =
  /^\/($|jobs$|more$|outbox(\/load)?$|sheets\/scan$|trip-tickets\/new\?job_id=\d+&sheet_number=$)/;
/** The pages that work without a signal begins with: no other page takes their place. */
export function isAlwaysKept(address: string): boolean {
  const { pathname, search } = new URL(address);
  return ALWAYS.test(`${pathname}${search}`);
}

/** Of kept pages, the longest kept first, those that are too many. */
export const pagesTooMany = (addresses: readonly string[]): string[] =>
  addresses.filter((address) => !isAlwaysKept(address)).slice(0, -MOST_PAGES);

/** At most so many pages are brought in advance, so that a slow line isn't busy with them. */
const MOST_AHEAD = 8;
/** Pages that the page of today leads to: the loads that somebody has to bring with their papers, and the form for another. */
export function aheadOf(html: string): string[] {
  const paths = [...html.matchAll(/href="(\/trip-tickets\/(?:\d+|new))"/g)].flatMap(
    (found) => found[1] ?? [],
  );
  return [...new Set(paths)]
    .slice(0, MOST_AHEAD)
    .flatMap((path) => (path.endsWith("/new") ? [path] : [path, `${path}/print`]));
}

/** The forms of sheets that a page leads to: those of the jobs that have sheets waiting, and then the others. */
export function sheetFormsIn(html: string): string[] {
  const said = /data-scan="([^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "";
  const ids = (part: string) =>
    [...(new RegExp(`"${part}":\\[(.*?)\\]`).exec(said)?.[1] ?? "").matchAll(/"(?:job|id)":(\d+)/g)].map(
      ([found, id]) => ({ isJob: found.includes("job"), id }),
    );
  const withSheets = ids("runs").flatMap(({ isJob, id }) => (isJob ? [id] : []));
  const all = [...withSheets, ...ids("jobs").map(({ id }) => id)];
  return [...new Set(all)].slice(0, MOST_AHEAD).map((id) => `/trip-tickets/new?job_id=${id}&sheet_number=`);
}

/** The scripts and styles that a page names. */
export const filesIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/(?:href|src)="(\/(?:assets|behaviors)\/[^"]+)"/g)].flatMap((found) => found[1] ?? []),
  ),
];

/** A page's HTML with values in its fields, by their names. */
export function filledIn(html: string, values: Readonly<Record<string, string>>): string {
  return html.replace(/<input\b[^>]*>/g, (input) => {
    const value = values[/ name="([^"]*)"/.exec(input)?.[1] ?? ""];
    if (value === undefined || !/^[\w.~-]*$/.test(value)) return input;
    return input.replace(/ value="[^"]*"/, "").replace(/\s*\/?>$/, ` value="${value}">`);
  });
}

/** Of a sheet's address what its form needs to know: the code that was scanned, the number that was typed. */
export function sheetFields(query: URLSearchParams): Record<string, string> | null {
  if (!query.has("sheet") && !query.has("sheet_number")) return null;
  return {
    sheet_number: query.get("sheet_number") ?? "",
    blank_sheet_id: query.get("sheet") ?? "",
    sheet_sig: query.get("sig") ?? "",
  };
}

const SUBMISSION = /(name="submission_id" value=")[^"]*"/g;
/** All scripts but the behaviors: React would take away what was put in. */
const OTHER_SCRIPTS = /<script\b(?![^>]*src="\/behaviors\/)[^>]*>[\s\S]*?<\/script>/g;
const SIGNAL = /<div role="status" class="signal"[^>]*>/;
/**
 * A kept page as it's shown without a signal: it says so where it says `when`, and its forms have ids of their own, since
 * one that was spent would make the next load another copy of the last.
 */
export function shownAgain(html: string, kept: { when: string | null; newId: () => string }): string {
  const words = kept.when && `No signal. This page was saved on this device ${kept.when}.`;
  const line = words ? `<p class="offline">${words}</p>` : "";
  return html
    .replace(OTHER_SCRIPTS, "")
    .replace(SUBMISSION, (_, start: string) => `${start}${kept.newId()}"`)
    .replace(SIGNAL, `<div role="status" class="signal" data-kept-page="">${line}`);
}
