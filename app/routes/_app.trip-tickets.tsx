import { Outlet } from "@remix-run/react";

/** The crumb "Trip Tickets": its list and everything below it. */
export default function TripTickets() {
  return <Outlet />;
}
