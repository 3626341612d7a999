import { Outlet } from "@remix-run/react";

/** The crumb "Comments". */
export default function Comments() {
  return <Outlet />;
}
