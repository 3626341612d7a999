import { typedKeys } from "~/lib/object/records";
import type { Actor } from "./actor";
import { getCookie, identifyCaller, type RouteArgs } from "./context.server";
import { env } from "./env.server";

/** Lists whose last view is remembered: the path of the list and its items, and the cookie's name. */
const LISTS = { tickets: ["/trip-tickets", "tt_tickets"], jobs: ["/jobs", "tt_jobs"] } as const;
export type LastListName = keyof typeof LISTS;

/** Page of a list as the user last saw it. */
export type LastList = {
  /** Query string without the "?", including the page. */
  query: string;
  /** Row ids in order. */
  ids: number[];
  /** True if the list continues after these rows. */
  more: boolean;
};

/** Keeps the cookie under 4096 bytes, above which browsers drop it. */
const MAX_ROWS = 3000;

/**
 * Return the header that stores a page of a list for the item pages. It is an unsigned cookie, because links and forms
 * elsewhere don't pass the list's query on. A changed cookie only affects the user's own links back to the list.
 */
export function createListCookie(name: LastListName, actor: Actor, seen: LastList): { "Set-Cookie": string } {
  const [path, cookie] = LISTS[name];
  const secure = env().PUBLIC_URL.startsWith("https:") ? "; Secure" : "";
  const write = ({ query, ids, more }: LastList) =>
    encodeURIComponent([actor.key, more ? "1" : "0", ids.join("."), query].join("|"));
  const whole = write(seen);
  const value = whole.length <= MAX_ROWS ? whole : write({ query: "", ids: seen.ids, more: false });
  return { "Set-Cookie": `${cookie}=${value}; Path=${path}; SameSite=Lax; HttpOnly${secure}` };
}

/**
 * Check whether a `Set-Cookie` header sets one of the list cookies. They are safe to send again with a page that the
 * browser already has.
 */
export const isListCookie = (header: string): boolean =>
  typedKeys(LISTS).some((name) => header.startsWith(`${LISTS[name][1]}=`));

/** Return the page of a list that this user last saw at this company; null if none is stored. */
export function readLastList(name: LastListName, request: Request, actor: Actor): LastList | null {
  const [, cookie] = LISTS[name];
  const [key, more, ids = "", ...rest] = getCookie(request, cookie)?.split("|") ?? [];
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

/** Return the last query of each list, by path, for links back to the list; undefined if none is stored. */
export function readLastListQueries(request: Request, actor: Actor): Record<string, string> | undefined {
  const seen = typedKeys(LISTS).flatMap((name) => {
    const query = readLastList(name, request, actor)?.query;
    return query ? [[LISTS[name][0], query]] : [];
  });
  return seen.length ? Object.fromEntries(seen) : undefined;
}

/** Return the URL of a list as this user last saw it. */
export async function readLastListHref(name: LastListName, args: RouteArgs): Promise<string> {
  const { actor } = await identifyCaller(args);
  const query = readLastList(name, args.request, actor)?.query;
  return query ? `${LISTS[name][0]}?${query}` : LISTS[name][0];
}
