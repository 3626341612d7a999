import "~/styles/admin.css";
import { Outlet } from "@remix-run/react";
import { ButtonLink, NestedHeadings, PageHead } from "~/ui/parts";
import { useCurrentTab } from "~/ui/trail";

const TABS = [
  { href: "/admin", label: "Health" },
  { href: "/admin/companies", label: "Companies" },
  { href: "/admin/users", label: "Users" },
  { href: "/admin/jobs", label: "Jobs" },
  { href: "/admin/leads", label: "Leads" },
  { href: "/admin/support", label: "Support" },
  { href: "/admin/subscriptions", label: "Subscriptions" },
  { href: "/admin/charts", label: "Charts" },
  { href: "/admin/releases", label: "Releases" },
  { href: "/admin/outbox", label: "Outbox" },
  { href: "/admin/not-sent", label: "Not sent" },
  { href: "/admin/work", label: "Work" },
  { href: "/admin/joins", label: "Joins" },
  { href: "/admin/acts", label: "Acts" },
];

/** Header of the super users' area. It doesn't protect the pages: each page checks access itself. */
export default function Admin() {
  const currentOf = useCurrentTab("/admin");
  return (
    <>
      <PageHead title="Admin" actions={<ButtonLink href="/">Back to the app</ButtonLink>}>
        <nav className="seg admin-tabs" aria-label="Admin">
          {TABS.map(({ href, label }) => (
            <a key={href} href={href} aria-current={currentOf(href)}>
              {label}{" "}
            </a>
          ))}
        </nav>
      </PageHead>
      <NestedHeadings>
        <Outlet />
      </NestedHeadings>
    </>
  );
}
