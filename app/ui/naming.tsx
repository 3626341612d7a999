import { type useLoaderData, useMatches } from "@remix-run/react";
import type { Crumb } from "./shell";

/** A method, since Remix hands each handle the data of its own route's loader and no other. */
type Named = { [address: string]: { of(data: unknown): string | null } };
type Read<Loader> = ReturnType<typeof useLoaderData<Loader>>;

/**
 * A page's or a frame's `handle`: says from what its loader read what the thing at an address is called, so that its crumb
 * carries the name while the address keeps the id (decisions, section 11). `"/jobs/:jobId"` may be this page's own address
 * or one above it.
 */
export function naming<Loader>(names: { [address: string]: (data: Read<Loader>) => string | null }): {
  names: Named;
} {
  return { names: Object.fromEntries(Object.entries(names).map(([address, of]) => [address, { of }])) };
}

const isNaming = (handle: unknown): handle is { names: Named } =>
  typeof handle === "object" && handle !== null && "names" in handle;

type Match = { data: unknown; handle: unknown; params: { readonly [name: string]: string | undefined } };

/** The crumbs with the names that the matched pages know. A page that could not be read names nothing. */
export function namedCrumbs(crumbs: readonly Crumb[], matches: readonly Match[]): Crumb[] {
  const known = new Map<string, string>();
  for (const { data, handle, params } of matches) {
    if (!isNaming(handle) || data === undefined || data === null) continue;
    for (const [address, name] of Object.entries(handle.names)) {
      const said = name.of(data);
      if (said)
        known.set(
          address.replace(/:(\w+)/g, (_, part: string) => params[part] ?? ""),
          said,
        );
    }
  }
  return crumbs.map((crumb) => ({
    ...crumb,
    label: known.get(crumb.href.split("?")[0] ?? "") ?? crumb.label,
  }));
}

/** The crumbs of this page, with names. */
export const useNamedCrumbs = (crumbs: readonly Crumb[]): Crumb[] => namedCrumbs(crumbs, useMatches());
