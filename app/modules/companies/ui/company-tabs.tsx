import { Fragment } from "react";
import { useCurrentTab } from "~/ui/trail";

/** Links to the company tabs that the user may open. */
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
