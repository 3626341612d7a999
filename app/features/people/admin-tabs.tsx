const TABS = [
  { href: "/admin/outbox", label: "Outbox" },
  { href: "/admin/people", label: "People" },
  { href: "/admin/work", label: "Work" },
];

/** The rooms of the super users' area. */
export function AdminTabs({ here }: { here: string }) {
  return (
    <nav className="seg" aria-label="Admin">
      {TABS.map(({ href, label }) => (
        <a key={href} href={href} aria-current={here === href ? "page" : undefined}>
          {label}{" "}
        </a>
      ))}
    </nav>
  );
}
