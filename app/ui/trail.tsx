import { useLocation, useRouteLoaderData } from "@remix-run/react";
import type { Crumb } from "./shell";

/**
 * Return the user's position among tabs: "page" for the tab of this page, "true" for the one that this page is below,
 * by the breadcrumbs. `overview` is the tab above all others; it's current only on its own page.
 */
export function useCurrentTab(overview: string): (href: string) => "page" | "true" | undefined {
  const { pathname } = useLocation();
  const crumbs = useRouteLoaderData<{ crumbs: Crumb[] }>("app")?.crumbs ?? [];
  const above = new Set(crumbs.slice(0, -1).map(({ href }) => href.split("?")[0]));
  const here = pathname.replace(/(?<=.)\/$/, "");
  return (href) => (here === href ? "page" : href !== overview && above.has(href) ? "true" : undefined);
}
