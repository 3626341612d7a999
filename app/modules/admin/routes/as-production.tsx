import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatDay } from "~/lib/time/time";
import { formatVolume } from "~/lib/units/measures";
import { getProduction } from "~/modules/production/shared/production.server";
import { createBreadcrumbHandle } from "~/ui/naming";
import { EmptyState, PageHead } from "~/ui/parts";
import { callProcedure } from "~/web/form-action.server";
import { loadViewAsContext } from "../data/see-as.server";
import { ViewAsLayout } from "../ui/impersonation-banner";
import { AdminTable } from "../ui/list-parts";

export const meta: MetaFunction = () => [{ title: "Their production · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { eyes, id, name } = await loadViewAsContext(args);
  const { rows, totals, meta } = await callProcedure(getProduction, eyes, { report: "by", by: "job" });
  return {
    id,
    name,
    period: `${formatDay(meta.from)} to ${formatDay(meta.to)}`,
    loads: totals.loads,
    rows: rows.map((row, n) => ({ id: n, label: row.label, loads: row.loads, volumes: row.volumes })),
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/admin/companies/:companyId": ({ name }) => name,
});

/** Page of a company's production by job, for the default period of the company's own page. */
export default function ViewAsProductionPage() {
  const { id, name, period, loads, rows } = useLoaderData<typeof loader>();
  return (
    <ViewAsLayout id={id} name={name} room="production">
      <PageHead title="Production" lede={`${period}: ${loads.toLocaleString("en-US")} loads`} />
      {loads ? (
        <AdminTable
          caption="Loads and volumes by job"
          rows={rows.filter((row) => row.loads > 0)}
          columns={[
            { label: "Job", of: (row) => row.label },
            { label: "Loads", num: true, of: (row) => row.loads.toLocaleString("en-US") },
            {
              label: "Volume",
              num: true,
              of: (row) => row.volumes.map((v) => formatVolume(v.volume, v.unit)).join(", ") || "—",
            },
          ]}
        />
      ) : (
        <EmptyState title="Nothing was delivered in this period" next={null} />
      )}
    </ViewAsLayout>
  );
}
