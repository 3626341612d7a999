import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatVolume } from "~/domain/measures/measures";
import { formatDay } from "~/domain/time/time";
import { Eyes } from "~/features/admin/eyes";
import { AdminTable } from "~/features/admin/list-parts";
import { eyesOf } from "~/features/admin/see-as.server";
import { getProduction } from "~/features/production/production.server";
import { naming } from "~/ui/naming";
import { EmptyState, PageHead } from "~/ui/parts";
import { call } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Their production · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { eyes, id, name } = await eyesOf(args);
  const { rows, totals, meta } = await call(getProduction, eyes, { report: "by", by: "job" });
  return {
    id,
    name,
    period: `${formatDay(meta.from)} to ${formatDay(meta.to)}`,
    loads: totals.loads,
    rows: rows.map((row, n) => ({ id: n, label: row.label, loads: row.loads, volumes: row.volumes })),
  };
}

export const handle = naming<typeof loader>({ "/admin/companies/:companyId": ({ name }) => name });

/** What a company's loads came to, job by job, in the period that its own page begins with. */
export default function AsProduction() {
  const { id, name, period, loads, rows } = useLoaderData<typeof loader>();
  return (
    <Eyes id={id} name={name} room="production">
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
    </Eyes>
  );
}
