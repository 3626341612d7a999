import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getResumeBanner } from "~/features/job-setup/draft.server";
import { ResumeBanner } from "~/features/job-setup/resume-banner";
import { JOBS_PAGE_SIZE, listJobs } from "~/features/jobs/jobs.server";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import { ButtonLink, EmptyState, PageHead } from "~/ui/parts";
import { DataTable } from "~/ui/table";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Jobs · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const page = Number(searchParams.get("page") ?? 0);
  const ctx = await context(args);
  const list = await call(listJobs, ctx, {
    page: Number.isInteger(page) && page >= 0 && page < 100_000 ? page : 0,
  });
  const setup = await call(getResumeBanner, ctx, {});
  return { ...list, setup, may_create: ctx.actor.permissions.job.create, pageSize: JOBS_PAGE_SIZE };
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];

export default function Jobs() {
  const { rows, total, page, pageSize, setup, may_create } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Jobs"
        actions={
          may_create && !setup ? (
            <ButtonLink href="/jobs/create" tone="primary">
              <Icon name="plus" /> Create job
            </ButtonLink>
          ) : null
        }
      >
        <ResumeBanner setup={setup} />
      </PageHead>
      {rows.length ? (
        <DataTable<Row>
          caption="Jobs"
          rows={rows}
          rowId={(job) => String(job.id)}
          columns={[
            {
              id: "name",
              header: "Name",
              meta: { wide: true },
              cell: ({ row: { original: job } }) => (
                <>
                  <a className="rowlink" href={paths.job(job.id)}>
                    {job.name}
                  </a>
                  {job.pending ? <span className="tag"> Invited</span> : null}
                </>
              ),
            },
            {
              id: "contract",
              header: "Contract number",
              cell: ({ row }) => row.original.contract_number ?? "—",
            },
            {
              id: "county",
              header: "County",
              cell: ({ row }) => `${row.original.county}, ${row.original.stusps}`,
            },
            { id: "requester", header: "Requested by", cell: ({ row }) => row.original.requester },
            { id: "start", header: "Start", cell: ({ row }) => row.original.start },
            {
              id: "status",
              header: "Status",
              cell: ({ row }) => (row.original.job_status_id === 1 ? "Active" : "Inactive"),
            },
          ]}
        />
      ) : (
        <EmptyState title="No jobs found">
          <p className="soft">Jobs that your company requests, or is invited to, stand here.</p>
        </EmptyState>
      )}
      {total > pageSize ? (
        <Pagination pathname={paths.jobs} query="" page={page} pageSize={pageSize} total={total} noun="job" />
      ) : null}
    </>
  );
}
