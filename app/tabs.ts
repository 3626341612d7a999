import type { CompanyPermissions } from "./domain/access/crew-permissions";
import { PAGES } from "./pages";
import type { Tab } from "./web/page";

/** The tabs of the acting company's page in their order, as the nouns' `pages.ts` say them. */
const TABS = PAGES.flatMap(({ address, tab }) => (tab ? [{ href: address, ...tab }] : [])).sort(
  (a, b) => a.place - b.place,
);

const opens = (permissions: CompanyPermissions, { reads }: Tab) =>
  reads === "admin" ? permissions.is_primary : permissions[reads].read;

/** The tabs that a person may open, as links. */
export const tabsFor = (permissions: CompanyPermissions): { href: string; label: string }[] =>
  TABS.filter((tab) => opens(permissions, tab)).map(({ href, label }) => ({ href, label }));

/** The path that `?tab=` of an old address means, keeping the rest of the query; null if there's no such tab. */
export function tabPath(search: URLSearchParams): string | null {
  const rest = new URLSearchParams(search);
  const found = TABS.find(({ href }) => href === `/company/${rest.get("tab")}`);
  rest.delete("tab");
  return found ? `${found.href}${rest.size ? `?${rest}` : ""}` : null;
}
