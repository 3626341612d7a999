import { formatBreadcrumb } from "~/lib/text/text";
import { BREADCRUMB_TARGETS, findPageAddress } from "./pages";
import type { Crumb } from "./ui/shell";

/**
 * Fill an address pattern with the parameter values of another path: `/jobs/:jobId/sorts` with `/jobs/7/products/new`
 * gives `/jobs/7/sorts`.
 */
function filled(address: string, pattern: readonly string[], parts: readonly string[]): string {
  return address.replace(/:\w+/g, (name) => parts[pattern.indexOf(name)] ?? name);
}

/**
 * Return the breadcrumbs of a page from its path: Dashboard first, then each part of the path that has a page or a list
 * page. `seen` holds, by path, the query of the list that the user came from, so that the list's crumb leads back to
 * the same rows.
 */
export function getCrumbs(pathname: string, seen: Record<string, string> = {}): Crumb[] {
  const parts = pathname.split("/").filter(Boolean);
  const pattern = findPageAddress(pathname)?.split("/").filter(Boolean) ?? parts;
  const way = parts.flatMap((part, i): Crumb[] => {
    const last = i === parts.length - 1;
    const leads = last ? pathname : BREADCRUMB_TARGETS.get(`/${pattern.slice(0, i + 1).join("/")}`);
    if (!leads) return [];
    const page = last ? `/${parts.join("/")}` : filled(leads, pattern, parts);
    return [
      {
        href: seen[page] ? `${page}?${seen[page]}` : page,
        label: formatBreadcrumb(decodeURIComponent(part)),
      },
    ];
  });
  return [{ href: "/", label: "Dashboard" }, ...way];
}
