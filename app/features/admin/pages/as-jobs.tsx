import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { jobStatusName } from "~/domain/jobs/job-status";
import { Eyes } from "~/features/admin/eyes";
import { AdminTable } from "~/features/admin/list-parts";
import { eyesOf, eyesPath } from "~/features/admin/see-as.server";
import { JOBS_PAGE_SIZE, listJobs } from "~/features/jobs/list.server";
import { pageOf } from "~/features/jobs/page-of";
import { naming } from "~/ui/naming";
import { Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/parts";
import { call } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Their jobs · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { eyes, id, name } = await eyesOf(args);
  const list = await call(listJobs, eyes, { page: pageOf(args.request.url) });
  return {
    id,
    name,
    path: eyesPath(id),
    rows: [...list.pending, ...list.rows.map(({ place: _place, ...row }) => row)],
    total: list.total,
    page: list.page,
    pageSize: JOBS_PAGE_SIZE,
  };
}

export const handle = naming<typeof loader>({ "/admin/companies/:companyId": ({ name }) => name });

/** The jobs that a company sees. */
export default function AsJobs() {
  const { id, name, path, rows, total, page, pageSize } = useLoaderData<typeof loader>();
  return (
    <Eyes id={id} name={name} room="jobs">
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
              { label: "Status", of: (j) => jobStatusName(j.job_status_id) },
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
    </Eyes>
  );
}
