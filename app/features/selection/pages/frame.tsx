import { Outlet, useRouteLoaderData } from "@remix-run/react";
import { formatCount } from "~/domain/text/text";
import type { loader as runLoader } from "~/features/bulk/pages/run";
import type { loader as actLoader } from "~/features/bulk/pages/selection-act";
import type { loader as selectionLoader } from "~/features/selection/pages/selection";
import { Inside, PageHead } from "~/ui/parts";

/** Header above the selection: the number of selected tickets, the actions, and their result. */
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
      <Inside>
        <Outlet />
      </Inside>
    </>
  );
}
