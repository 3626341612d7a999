import { Outlet } from "@remix-run/react";
import { Inside, PageHead } from "~/ui/parts";

/** Header of saved filters, which remains while one of them is deleted. */
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
