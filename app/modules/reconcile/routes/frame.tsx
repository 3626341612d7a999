import { Outlet } from "@remix-run/react";
import { Inside, PageHead } from "~/ui/parts";

/** Head of the pages of the mills' statements. */
export default function Reconcile() {
  return (
    <>
      <PageHead title="Reconcile with a mill" lede="Compare the mill's statement with your trip tickets" />
      <Inside>
        <Outlet />
      </Inside>
    </>
  );
}
