import { Outlet } from "@remix-run/react";
import { NestedHeadings, PageHead } from "~/ui/parts";

/** Heading of the saved filters page, also shown while a filter is deleted. */
export default function SavedFiltersFrame() {
  return (
    <div className="narrow">
      <PageHead title="Saved filters" lede="Your trip ticket filters and those your colleagues share." />
      <NestedHeadings>
        <Outlet />
      </NestedHeadings>
    </div>
  );
}
