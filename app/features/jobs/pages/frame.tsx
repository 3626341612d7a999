import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { getJobHead } from "~/features/jobs/overview.server";
import { Icon } from "~/ui/icon";
import { ButtonLink, Notice, PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf } from "~/web/respond.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.job.name ?? "Job"} · Timbertally` },
];

export async function loader(args: LoaderFunctionArgs) {
  return { job: await call(getJobHead, await context(args), { id: idOf(args.params.jobId) }) };
}

/** The head above each page of a job. */
export default function Job() {
  const { job } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const here = pathname.split("/")[3] ?? "";
  return (
    <>
      <PageHead
        title={job.name}
        lede={[job.active ? "Active" : "Inactive", job.contract_number].filter(Boolean).join(" · ")}
        actions={
          <>
            {job.pending ? null : (
              <>
                <ButtonLink href={paths.jobChecks(job.id)}>Checks</ButtonLink>
                <ButtonLink href={paths.sheetBooks(job.id)}>Blank sheets</ButtonLink>
              </>
            )}
            {job.may_create ? (
              <ButtonLink href={paths.newTicket(job.id)} tone="primary">
                <Icon name="plus" /> New trip ticket
              </ButtonLink>
            ) : null}
          </>
        }
      >
        {job.tabs.length > 1 ? (
          <nav className="seg" aria-label="Pages of this job">
            {job.tabs.map((tab) => (
              <a
                key={tab.path}
                href={paths.job(job.id, tab.path)}
                aria-current={tab.path === here ? "page" : undefined}
              >
                {tab.label}{" "}
              </a>
            ))}
          </nav>
        ) : null}
      </PageHead>
      <div className="stack loose">
        {job.pending || job.contract_changed ? (
          <Notice
            tone="warn"
            title={
              job.pending
                ? "Your company is invited to this job"
                : "Your contract changed. You can keep working."
            }
          >
            {job.may_answer ? (
              <div className="row">
                <ButtonLink href={paths.job(job.id, "accept")} tone="primary">
                  Accept
                </ButtonLink>
                <ButtonLink href={paths.job(job.id, "decline")}>Decline</ButtonLink>
              </div>
            ) : (
              <p>Someone at your company with permission can respond.</p>
            )}
          </Notice>
        ) : null}
        <Outlet />
      </div>
    </>
  );
}
