import { type useLoaderData, useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Crumb } from "./shell";

/** What stands above a thing's pages, where that is more than its name: `actions` lead to what is below it. */
export type Head = { name: string; title?: string; lede?: ReactNode; actions?: ReactNode };
type Said = Head | string | null;

/** A method, since Remix hands each handle the data of its own route's loader and no other. */
type Named = { [address: string]: { of(data: unknown): Said } };
type Read<Loader> = ReturnType<typeof useLoaderData<Loader>>;

/**
 * A page's or a frame's `handle`: says from what its loader read what the thing at an address is called, so that its crumb
 * carries the name while the address keeps the id (decisions, section 11), and so does the thing's frame (`frame: true`).
 * `"/jobs/:jobId"` may be this page's own address or one above it.
 */
export function naming<Loader>(names: { [address: string]: (data: Read<Loader>) => Said }): {
  names: Named;
} {
  return { names: Object.fromEntries(Object.entries(names).map(([address, of]) => [address, { of }])) };
}

const isNaming = (handle: unknown): handle is { names: Named } =>
  typeof handle === "object" && handle !== null && "names" in handle;

type Match = { data: unknown; handle: unknown; params: { readonly [name: string]: string | undefined } };

/** What the matched pages say of things, by their addresses. A page that could not be read says nothing. */
function saidBy(matches: readonly Match[]): { address: string; head: Head; params: Match["params"] }[] {
  return matches.flatMap(({ data, handle, params }) => {
    if (!isNaming(handle) || data === undefined || data === null) return [];
    return Object.entries(handle.names).flatMap(([address, { of }]) => {
      const said = of(data);
      if (!said) return [];
      return [{ address, head: typeof said === "string" ? { name: said } : said, params }];
    });
  });
}

/** What stands above the pages of the thing at an address, as the page that is shown says it. */
export const headOf = (address: string, matches: readonly Match[]): Head | null =>
  saidBy(matches).findLast((said) => said.address === address)?.head ?? null;

/** The crumbs with the names that the matched pages know. */
export function namedCrumbs(crumbs: readonly Crumb[], matches: readonly Match[]): Crumb[] {
  const known = new Map<string, string>();
  for (const { address, head, params } of saidBy(matches))
    known.set(
      address.replace(/:(\w+)/g, (_, part: string) => params[part] ?? ""),
      head.name,
    );
  return crumbs.map((crumb) => ({
    ...crumb,
    label: known.get(crumb.href.split("?")[0] ?? "") ?? crumb.label,
  }));
}

/** The crumbs of this page, with names. */
export const useNamedCrumbs = (crumbs: readonly Crumb[]): Crumb[] => namedCrumbs(crumbs, useMatches());
