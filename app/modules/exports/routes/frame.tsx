import { Outlet, useRouteLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { NestedHeadings, PageHead } from "~/ui/parts";
import type { loader as exportLoader } from "./export";

/**
 * Layout of the export pages, whose header stays while the user edits columns for another system or waits for a large
 * export.
 */
export default function ExportLayout() {
  const page = useRouteLoaderData<typeof exportLoader>("/trip-tickets/export")?.page;
  return (
    <>
      <PageHead
        title="Export trip tickets"
        lede={
          page?.allowed
            ? `${formatCount(page.total, "trip ticket")} in your list, as filtered now`
            : undefined
        }
      />
      <NestedHeadings>
        <Outlet />
      </NestedHeadings>
    </>
  );
}
