import { Outlet } from "@remix-run/react";

/** The crumb "Jobs": the list and everything below it. */
export default function Jobs() {
  return <Outlet />;
}
