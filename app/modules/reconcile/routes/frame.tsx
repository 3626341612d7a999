import { Outlet } from "@remix-run/react";
import { NestedHeadings, PageHead } from "~/ui/parts";

/** Frame with the heading of the mill statement pages. */
export default function ReconcileFrame() {
  return (
    <>
      <PageHead title="Reconcile with a mill" lede="Compare the mill's statement with your trip tickets" />
      <NestedHeadings>
        <Outlet />
      </NestedHeadings>
    </>
  );
}
