import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatDay, getDay } from "~/lib/time/time";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { listAllJobs } from "../data/jobs.server";
import { JOB_FILTER_LABELS, JOB_FILTERS, parseAdminListQuery, readListPage } from "../rules/lists";
import { AdminList, AdminTable } from "../ui/list-parts";

export const meta: MetaFunction = () => [{ title: "Jobs · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { page: asked, unreadable, ...what } = parseAdminListQuery(args.request.url, JOB_FILTERS);
  const { list, page } = await readListPage(asked, (part) =>
    callProcedure(listAllJobs, ctx, { ...what, ...part }),
  );
  return {
    unreadable,
    asked: { q: what.q, show: what.show ?? ("all" as const), sort: what.sort ?? "newest" },
    page,
    total: list.meta.total,
    rows: list.jobs.map((j) => ({
      ...j,
      created: formatDay(getDay(new Date(j.created_at), ctx.actor.zone)),
    })),
  };
}

/** All jobs of the site. */
export default function Jobs() {
  const { asked, page, total, rows, unreadable } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Jobs" />
      <AdminList
        pathname="/admin/jobs"
        noun="job"
        label="Name, contract, requester or number"
        asked={asked}
        unreadable={unreadable}
        shown={JOB_FILTER_LABELS}
        total={total}
        page={page}
      >
        <AdminTable
          caption="Jobs"
          rows={rows}
          columns={[
            {
              label: "Name",
              of: (j) => (
                <>
                  <a href={`/admin/jobs/${j.id}`}>{j.name}</a>{" "}
                  <span className="soft small block">No. {j.id}</span>
                </>
              ),
            },
            { label: "Contract", of: (j) => j.contract_number ?? "—" },
            {
              label: "Requester",
              of: (j) => <a href={`/admin/companies/${j.requester.id}`}>{j.requester.name}</a>,
            },
            { label: "County", of: (j) => j.county ?? "—" },
            { label: "Status", of: (j) => j.status },
            { label: "Loads", num: true, of: (j) => j.loads.toLocaleString("en-US") },
            { label: "Created", day: true, of: (j) => j.created },
          ]}
        />
      </AdminList>
    </>
  );
}
