import { keysOf } from "~/domain/records/records";
import type { Actor } from "./actor";
import { cookieValue, type RouteArgs, whoIs } from "./context.server";
import { env } from "./env.server";

/** The lists that remember where one was in them: the way of their pages below, and the cookie's name. */
const LISTS = { tickets: ["/trip-tickets", "tt_tickets"], jobs: ["/jobs", "tt_jobs"] } as const;
export type SeenName = keyof typeof LISTS;

/** A page of a list as someone last saw it. */
export type SeenList = {
  /** Its address behind the "?", with the page. */
  query: string;
  /** Its rows in their order. */
  ids: number[];
  /** Whether the list continues after these rows. */
  more: boolean;
};

/** Browsers drop a cookie of more than 4096 bytes. */
const MOST = 3000;

/**
 * The header that remembers a page of a list for the pages below it, in a plain cookie, because links and forms
 * elsewhere go without it. It carries no authority: changing it only changes one's own links back to the list.
 */
export function rememberList(name: SeenName, actor: Actor, seen: SeenList): { "Set-Cookie": string } {
  const [path, cookie] = LISTS[name];
  const secure = env().PUBLIC_URL.startsWith("https:") ? "; Secure" : "";
  const write = ({ query, ids, more }: SeenList) =>
    encodeURIComponent([actor.key, more ? "1" : "0", ids.join("."), query].join("|"));
  const whole = write(seen);
  const value = whole.length <= MOST ? whole : write({ query: "", ids: seen.ids, more: false });
  return { "Set-Cookie": `${cookie}=${value}; Path=${path}; SameSite=Lax; HttpOnly${secure}` };
}

/** Whether a `Set-Cookie` is one of these: said again with a page that the browser holds, it does no harm. */
export const isOfSeenLists = (header: string): boolean =>
  keysOf(LISTS).some((name) => header.startsWith(`${LISTS[name][1]}=`));

/** The page of a list that this person saw last at this company; null where none is remembered. */
export function seenList(name: SeenName, request: Request, actor: Actor): SeenList | null {
  const [, cookie] = LISTS[name];
  const [key, more, ids = "", ...rest] = cookieValue(request, cookie)?.split("|") ?? [];
  if (key !== actor.key) return null;
  return {
    query: new URLSearchParams(rest.join("|")).toString(),
    ids: ids
      .split(".")
      .filter((id) => /^\d{1,15}$/.test(id))
      .map(Number)
      .slice(0, 100),
    more: more === "1",
  };
}

/** The query of each list in links that lead back to it; empty if none is remembered. */
export function seenQueries(request: Request, actor: Actor): Record<string, string> | undefined {
  const seen = keysOf(LISTS).flatMap((name) => {
    const query = seenList(name, request, actor)?.query;
    return query ? [[LISTS[name][0], query]] : [];
  });
  return seen.length ? Object.fromEntries(seen) : undefined;
}

/** The address that leads back to a list as this person saw it last. */
export async function seenHref(name: SeenName, args: RouteArgs): Promise<string> {
  const { actor } = await whoIs(args);
  const query = seenList(name, args.request, actor)?.query;
  return query ? `${LISTS[name][0]}?${query}` : LISTS[name][0];
}
