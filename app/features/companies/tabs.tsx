import { Fragment } from "react";

/** The tabs of the acting company's page, in their order; each is a route of its own under /company. */
const TABS = [
  { tab: "", label: "Company" },
  { tab: "people", label: "People" },
  { tab: "destinations", label: "Destinations" },
  { tab: "locations", label: "Locations" },
  { tab: "certifications", label: "Certifications" },
  { tab: "land-owners", label: "Land owners" },
  { tab: "permissions", label: "Permissions", admin: true },
  { tab: "api-keys", label: "API keys", admin: true },
] as const;

/** The path that `?tab=` of the old addresses means, with the rest of the query kept; null where there is none such. */
export function tabPath(search: URLSearchParams): string | null {
  const rest = new URLSearchParams(search);
  const named = rest.get("tab");
  rest.delete("tab");
  const found = TABS.find(({ tab }) => tab !== "" && tab === named);
  if (!found) return null;
  return `/company/${found.tab}${rest.size ? `?${rest}` : ""}`;
}

/** Links to the tabs that a person may open; `here` is the path of the page. */
export function CompanyTabs({
  here,
  isAdmin,
  joinRequests = 0,
}: {
  here: string;
  isAdmin: boolean;
  joinRequests?: number;
}) {
  return (
    <nav className="seg" aria-label="Company">
      {TABS.filter((t) => isAdmin || !("admin" in t)).map(({ tab, label }) => {
        const href = tab ? `/company/${tab}` : "/company";
        const current = tab ? here === href || here.startsWith(`${href}/`) : here === href;
        return (
          <Fragment key={tab}>
            <a href={href} aria-current={current ? "page" : undefined}>
              {label}
              {tab === "people" && joinRequests ? (
                <span className="badge">
                  {joinRequests}
                  <span className="sr"> asking to join</span>
                </span>
              ) : null}
            </a>{" "}
          </Fragment>
        );
      })}
    </nav>
  );
}
