import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";

/**
 * Link back to a list, with the filters and page that the user last saw if the list's last view is remembered
 * (app/web/last-list.server.ts).
 */
export function LastListLink({
  to,
  className,
  children,
}: {
  to: string;
  className?: string;
  children: ReactNode;
}) {
  const frame = useRouteLoaderData<{ seen?: Record<string, string> }>("app");
  const query = frame?.seen?.[to];
  return (
    <a href={query ? `${to}?${query}` : to} className={className}>
      {children}{" "}
    </a>
  );
}
