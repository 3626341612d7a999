import { Outlet, useRouteLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { NestedHeadings, PageHead } from "~/ui/parts";
import type { loader as runLoader } from "../../bulk/routes/run";
import type { loader as actLoader } from "../../bulk/routes/selection-act";
import type { loader as selectionLoader } from "./selection";

/** Heading of the selection pages: the number of selected tickets, the actions, and their result. */
export default function Selection() {
  const selection = useRouteLoaderData<typeof selectionLoader>("/trip-tickets/selection");
  const act = useRouteLoaderData<typeof actLoader>("/trip-tickets/selection/:act");
  const run = useRouteLoaderData<typeof runLoader>("/trip-tickets/bulk/:runId")?.run;
  return (
    <>
      <PageHead
        title={formatCount(selection?.total ?? act?.page.count ?? run?.total ?? 0, "selected ticket")}
        lede="Each ticket is changed in turn, as if you changed it on its own page."
      />
      <NestedHeadings>
        <Outlet />
      </NestedHeadings>
    </>
  );
}
