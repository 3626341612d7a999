import { Outlet, useRouteLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { Inside, PageHead } from "~/ui/parts";
import type { loader as exportLoader } from "./export";

/** Header of the export pages, which stays while the columns for another system are set and a large export is written. */
export default function Exports() {
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
      <Inside>
        <Outlet />
      </Inside>
    </>
  );
}
