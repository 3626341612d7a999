import { Fragment } from "react";
import type { CompanyPermissions, Entity } from "~/domain/access/crew-permissions";
import { useCurrentTab } from "~/ui/trail";

type Tab = { tab: string; label: string } & ({ reads: Entity } | { admin: true });

/**
 * The tabs of the acting company's page, in their order; each is a route of its own under /company, with the flag that
 * its page asks for.
 */
const TABS: readonly Tab[] = [
  { tab: "", label: "Company", reads: "company" },
  { tab: "people", label: "People", reads: "crew_member" },
  { tab: "destinations", label: "Destinations", reads: "company_destination" },
  { tab: "locations", label: "Locations", reads: "company_location" },
  { tab: "certifications", label: "Certifications", reads: "certification" },
  { tab: "land-owners", label: "Land owners", reads: "job" },
  { tab: "history", label: "History", reads: "crew_member" },
  { tab: "permissions", label: "Permissions", admin: true },
  { tab: "api-keys", label: "API keys", admin: true },
];

const pathOf = ({ tab }: Tab) => (tab ? `/company/${tab}` : "/company");
const opens = (permissions: CompanyPermissions) => (tab: Tab) =>
  "reads" in tab ? permissions[tab.reads].read : permissions.is_primary;

/** The tabs that a person may open, as links. */
export const tabsFor = (permissions: CompanyPermissions): { href: string; label: string }[] =>
  TABS.filter(opens(permissions)).map((tab) => ({ href: pathOf(tab), label: tab.label }));

/** The path that `?tab=` of an old address means, keeping the rest of the query; null if there's no such tab. */
export function tabPath(search: URLSearchParams): string | null {
  const rest = new URLSearchParams(search);
  const named = rest.get("tab");
  rest.delete("tab");
  const found = TABS.find(({ tab }) => tab !== "" && tab === named);
  if (!found) return null;
  return `/company/${found.tab}${rest.size ? `?${rest}` : ""}`;
}

/** Links to the tabs that a person may open. */
export function CompanyTabs({
  tabs,
  joinRequests = 0,
}: {
  tabs: { href: string; label: string }[];
  joinRequests?: number;
}) {
  const currentOf = useCurrentTab("/company");
  return (
    <nav className="seg" aria-label="Company">
      {tabs.map(({ href, label }) => (
        <Fragment key={href}>
          <a href={href} aria-current={currentOf(href)}>
            {label}{" "}
            {href === "/company/people" && joinRequests ? (
              <span className="badge">
                {joinRequests}
                <span className="sr"> asking to join</span>
              </span>
            ) : null}
          </a>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
