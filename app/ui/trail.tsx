import { useLocation, useRouteLoaderData } from "@remix-run/react";
import type { Crumb } from "./shell";

/**
 * Return a function that gives `aria-current` for a tab: "page" if it links to this page, "true" if this page is below
 * it in the breadcrumbs. The `overview` tab, above all others, is current only on its own page.
 */
export function useCurrentTab(overview: string): (href: string) => "page" | "true" | undefined {
  const { pathname } = useLocation();
  const crumbs = useRouteLoaderData<{ crumbs: Crumb[] }>("app")?.crumbs ?? [];
  const above = new Set(crumbs.slice(0, -1).map(({ href }) => href.split("?")[0]));
  const here = pathname.replace(/(?<=.)\/$/, "");
  return (href) => (here === href ? "page" : href !== overview && above.has(href) ? "true" : undefined);
}
