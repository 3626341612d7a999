import { Outlet } from "@remix-run/react";
import { Inside, PageHead } from "~/ui/parts";
import { useCurrentTab } from "~/ui/trail";

const TABS = [
  { href: "/admin/outbox", label: "Outbox" },
  { href: "/admin/people", label: "People" },
  { href: "/admin/joins", label: "Joining companies" },
  { href: "/admin/work", label: "Work" },
];

/** The head of the super users' area; each page asks for itself who may open it. */
export default function Admin() {
  const currentOf = useCurrentTab("/admin");
  return (
    <>
      <PageHead title="Admin">
        <nav className="seg" aria-label="Admin">
          {TABS.map(({ href, label }) => (
            <a key={href} href={href} aria-current={currentOf(href)}>
              {label}{" "}
            </a>
          ))}
        </nav>
      </PageHead>
      <Inside>
        <Outlet />
      </Inside>
    </>
  );
}
