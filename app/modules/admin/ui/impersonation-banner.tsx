import type { ReactNode } from "react";
import { Notice } from "~/ui/parts";

const ROOMS = [
  { path: "jobs", label: "Jobs" },
  { path: "trip-tickets", label: "Trip Tickets" },
  { path: "production", label: "Production" },
] as const;

/**
 * Layout for viewing as a company: a banner with the company's name and links to its read-only pages; it contains no
 * form.
 */
export function ViewAsLayout(props: {
  id: number;
  name: string;
  room: (typeof ROOMS)[number]["path"];
  children: ReactNode;
}) {
  const base = `/admin/companies/${props.id}/as`;
  return (
    <div className="stack loose">
      <Notice title={`You see what an admin of ${props.name} sees.`}>
        <p>You can't change anything here. Its admins can see that you looked, and why.</p>
      </Notice>
      <nav className="seg" aria-label={`As ${props.name}`}>
        {ROOMS.map(({ path, label }) => (
          <a key={path} href={`${base}/${path}`} aria-current={path === props.room ? "page" : undefined}>
            {label}{" "}
          </a>
        ))}
      </nav>
      {props.children}
    </div>
  );
}
