import { type useLoaderData, useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Crumb } from "./shell";

/** Header above an item's pages, if it has more than the name. `actions` link to the item's pages. */
export type ItemHeader = { name: string; title?: string; lede?: ReactNode; actions?: ReactNode };
type Said = ItemHeader | string | null;

/** Method syntax (`of(data)`), because each handle gets only the data of its own route's loader. */
type Named = { [address: string]: { of(data: unknown): Said } };
type Read<Loader> = ReturnType<typeof useLoaderData<Loader>>;

/**
 * Return a `handle` that derives an item's name from the loader's data. The breadcrumb and the item's header (`frame:
 * true`) show the name, and the URL keeps the id. An address like `"/jobs/:jobId"` may be that of this page or of a
 * page above it.
 */
export function createBreadcrumbHandle<Loader>(names: { [address: string]: (data: Read<Loader>) => Said }): {
  names: Named;
} {
  return { names: Object.fromEntries(Object.entries(names).map(([address, of]) => [address, { of }])) };
}

const isNaming = (handle: unknown): handle is { names: Named } =>
  typeof handle === "object" && handle !== null && "names" in handle;

type Match = { data: unknown; handle: unknown; params: { readonly [name: string]: string | undefined } };

/**
 * Return the item headers that the matched pages define, with their addresses. A page whose data could not be loaded
 * defines no header.
 */
function saidBy(matches: readonly Match[]): { address: string; head: ItemHeader; params: Match["params"] }[] {
  return matches.flatMap(({ data, handle, params }) => {
    if (!isNaming(handle) || data === undefined || data === null) return [];
    return Object.entries(handle.names).flatMap(([address, { of }]) => {
      const result = of(data);
      if (!result) return [];
      return [{ address, head: typeof result === "string" ? { name: result } : result, params }];
    });
  });
}

/** Return the header of the item at an address, as the current page defines it. */
export const getItemHeader = (address: string, matches: readonly Match[]): ItemHeader | null =>
  saidBy(matches).findLast((result) => result.address === address)?.head ?? null;

/** Return the breadcrumbs, with ids replaced by the names from the matched pages. */
export function labelBreadcrumbs(crumbs: readonly Crumb[], matches: readonly Match[]): Crumb[] {
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

/** Return this page's breadcrumbs, with ids replaced by names. */
export const useLabeledBreadcrumbs = (crumbs: readonly Crumb[]): Crumb[] =>
  labelBreadcrumbs(crumbs, useMatches());
