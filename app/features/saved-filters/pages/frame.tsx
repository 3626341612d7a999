import { Outlet } from "@remix-run/react";
import { Inside, PageHead } from "~/ui/parts";

/** The head of saved filters, which stays while one of them is deleted. */
export default function SavedFilters() {
  return (
    <div className="narrow">
      <PageHead title="Saved filters" lede="Your trip ticket filters and those your colleagues share." />
      <Inside>
        <Outlet />
      </Inside>
    </div>
  );
}
