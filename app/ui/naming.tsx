import { type useLoaderData, useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Crumb } from "./shell";

/** Header above an item's pages, if there is more than its name: `actions` link to the pages below it. */
export type BreadcrumbHead = { name: string; title?: string; lede?: ReactNode; actions?: ReactNode };
type Said = BreadcrumbHead | string | null;

/** A method, since Remix passes each handle only the data of its own route's loader. */
type Named = { [address: string]: { of(data: unknown): Said } };
type Read<Loader> = ReturnType<typeof useLoaderData<Loader>>;

/**
 * Return a page's or a frame's `handle`, which derives the name of the item at an address from its loader's data, so
 * that the breadcrumb shows the name while the address keeps the id, and so does the item's
 * frame (`frame: true`). `"/jobs/:jobId"` may be this page's own address or one above it.
 */
export function breadcrumbHandle<Loader>(names: { [address: string]: (data: Read<Loader>) => Said }): {
  names: Named;
} {
  return { names: Object.fromEntries(Object.entries(names).map(([address, of]) => [address, { of }])) };
}

const isNaming = (handle: unknown): handle is { names: Named } =>
  typeof handle === "object" && handle !== null && "names" in handle;

type Match = { data: unknown; handle: unknown; params: { readonly [name: string]: string | undefined } };

/** Return the headers that the matched pages define, by address. A page that could not be read defines none. */
function saidBy(
  matches: readonly Match[],
): { address: string; head: BreadcrumbHead; params: Match["params"] }[] {
  return matches.flatMap(({ data, handle, params }) => {
    if (!isNaming(handle) || data === undefined || data === null) return [];
    return Object.entries(handle.names).flatMap(([address, { of }]) => {
      const result = of(data);
      if (!result) return [];
      return [{ address, head: typeof result === "string" ? { name: result } : result, params }];
    });
  });
}

/** Return the header above the pages of the item at an address, as the current page defines it. */
export const getHead = (address: string, matches: readonly Match[]): BreadcrumbHead | null =>
  saidBy(matches).findLast((result) => result.address === address)?.head ?? null;

/** Return the breadcrumbs with the names from the matched pages. */
export function nameCrumbs(crumbs: readonly Crumb[], matches: readonly Match[]): Crumb[] {
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

/** Return the breadcrumbs of this page, with names. */
export const useNamedCrumbs = (crumbs: readonly Crumb[]): Crumb[] => nameCrumbs(crumbs, useMatches());
