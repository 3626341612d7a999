import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { getJobHead } from "~/features/jobs/overview.server";
import { Icon } from "~/ui/icon";
import { ButtonLink, Inside, Notice, PageHead } from "~/ui/parts";
import { useCurrentTab } from "~/ui/trail";
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
  const currentOf = useCurrentTab(paths.job(job.id));
  const tabs = job.tabs.map(({ path, label }) => ({ href: paths.job(job.id, path), label }));
  const below = !tabs.some(({ href }) => currentOf(href) === "page");
  const here = useLocation().pathname;
  const answering = [paths.job(job.id, "accept"), paths.job(job.id, "decline")].includes(here);
  return (
    <>
      <PageHead
        title={job.name}
        lede={job.state}
        actions={
          below ? null : (
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
          )
        }
      >
        {job.tabs.length > 1 ? (
          <nav className="seg" aria-label="Pages of this job">
            {tabs.map(({ href, label }) => (
              <a key={href} href={href} aria-current={currentOf(href)}>
                {label}{" "}
              </a>
            ))}
          </nav>
        ) : null}
      </PageHead>
      <div className="stack loose">
        {!answering && (job.pending || job.contract_changed) ? (
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
        <Inside>
          <Outlet />
        </Inside>
      </div>
    </>
  );
}
