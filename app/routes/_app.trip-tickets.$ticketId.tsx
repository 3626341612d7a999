import { Outlet } from "@remix-run/react";

/** The crumb of one ticket: its page, its steps, its edit pages. */
export default function Ticket() {
  return <Outlet />;
}
