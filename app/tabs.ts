import type { CompanyPermissions } from "~/lib/access/crew-permissions";
import { PAGES } from "./pages";
import type { Tab } from "./web/page";

/** Tabs of the acting company's page in order, from each feature's `pages.ts`. */
const TABS = PAGES.flatMap(({ address, tab }) => (tab ? [{ href: address, ...tab }] : [])).sort(
  (a, b) => a.place - b.place,
);

const opens = (permissions: CompanyPermissions, { reads }: Tab) =>
  reads === "admin" ? permissions.is_primary : permissions[reads].read;

/** Return the tabs that a user may open, as links. */
export const listCompanyTabs = (permissions: CompanyPermissions): { href: string; label: string }[] =>
  TABS.filter((tab) => opens(permissions, tab)).map(({ href, label }) => ({ href, label }));

/** Return the new path for an old URL with `?tab=`, including the rest of the query; null if there is no such tab. */
export function getPathForOldTab(search: URLSearchParams): string | null {
  const rest = new URLSearchParams(search);
  const tab = TABS.find(({ href }) => href === `/company/${rest.get("tab")}`);
  rest.delete("tab");
  return tab ? `${tab.href}${rest.size ? `?${rest}` : ""}` : null;
}
