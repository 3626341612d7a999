import { useLocation, useRouteLoaderData } from "@remix-run/react";
import type { Crumb } from "./shell";

/**
 * Where one is among tabs: "page" for the tab whose page this is, "true" for the one that this page lies below, by the
 * crumbs. `overview` is the tab that all others lie below; it's current on its own page alone.
 */
export function useCurrentTab(overview: string): (href: string) => "page" | "true" | undefined {
  const { pathname } = useLocation();
  const crumbs = useRouteLoaderData<{ crumbs: Crumb[] }>("app")?.crumbs ?? [];
  const above = new Set(crumbs.slice(0, -1).map(({ href }) => href.split("?")[0]));
  const here = pathname.replace(/(?<=.)\/$/, "");
  return (href) => (here === href ? "page" : href !== overview && above.has(href) ? "true" : undefined);
}
