import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { jobStatusLabel } from "~/modules/jobs/rules/job-status";
import { parsePage } from "~/modules/jobs/rules/page-of";
import { JOBS_PAGE_SIZE, listJobs } from "~/modules/jobs/shared/list.server";
import { createBreadcrumbHandle } from "~/ui/naming";
import { Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/parts";
import { callProcedure } from "~/web/form-action.server";
import { buildViewAsPath, loadViewAsContext } from "../data/see-as.server";
import { ViewAsLayout } from "../ui/impersonation-banner";
import { AdminTable } from "../ui/list-parts";

export const meta: MetaFunction = () => [{ title: "Their jobs · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { eyes, id, name } = await loadViewAsContext(args);
  const list = await callProcedure(listJobs, eyes, { page: parsePage(args.request.url) });
  return {
    id,
    name,
    path: buildViewAsPath(id),
    rows: [...list.pending, ...list.rows.map(({ place: _place, ...row }) => row)],
    total: list.total,
    page: list.page,
    pageSize: JOBS_PAGE_SIZE,
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/admin/companies/:companyId": ({ name }) => name,
});

/** Page of the jobs that a company sees. */
export default function ViewAsJobsPage() {
  const { id, name, path, rows, total, page, pageSize } = useLoaderData<typeof loader>();
  return (
    <ViewAsLayout id={id} name={name} room="jobs">
      {rows.length ? (
        <>
          <AdminTable
            caption={`Jobs that ${name} can see`}
            rows={rows}
            columns={[
              { label: "Name", of: (j) => <a href={`${path}/jobs/${j.id}`}>{j.name}</a> },
              { label: "Contract number", of: (j) => j.contract_number ?? "—" },
              { label: "Requester", of: (j) => j.requester },
              { label: "County", of: (j) => j.county ?? "—" },
              { label: "Start", of: (j) => j.start },
              { label: "Status", of: (j) => jobStatusLabel(j.job_status_id) },
            ]}
          />
          <Pagination
            pathname={`${path}/jobs`}
            query=""
            page={page}
            pageSize={pageSize}
            total={total}
            noun="job"
          />
        </>
      ) : (
        <EmptyState title={`${name} doesn't see any jobs`} next={null} />
      )}
    </ViewAsLayout>
  );
}
