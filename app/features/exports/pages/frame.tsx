import { Outlet, useRouteLoaderData } from "@remix-run/react";
import { count } from "~/domain/text/text";
import type { loader as exportLoader } from "~/features/exports/pages/export";
import { Inside, PageHead } from "~/ui/parts";

/** The head of exports, which stays while the columns for another system are set and a large export is written. */
export default function Exports() {
  const page = useRouteLoaderData<typeof exportLoader>("/trip-tickets/export")?.page;
  return (
    <>
      <PageHead
        title="Export trip tickets"
        lede={page?.allowed ? `${count(page.total, "trip ticket")} in your list, as filtered now` : undefined}
      />
      <Inside>
        <Outlet />
      </Inside>
    </>
  );
}
