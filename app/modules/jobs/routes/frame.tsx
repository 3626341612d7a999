import "~/styles/work.css";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { Icon } from "~/ui/icon";
import { createBreadcrumbHandle } from "~/ui/naming";
import { ButtonLink, NestedHeadings, Notice, PageHead } from "~/ui/parts";
import { useCurrentTab } from "~/ui/trail";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getJobHeader } from "../shared/overview.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.job.name ?? "Job"} · Timbertally` },
];

export async function loader(args: LoaderFunctionArgs) {
  return {
    job: await callProcedure(getJobHeader, await createContext(args), { id: parseId(args.params.jobId) }),
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({ "/jobs/:jobId": ({ job }) => job.name });

/** Header above each page of a job. */
export default function JobLayout() {
  const { job } = useLoaderData<typeof loader>();
  const currentOf = useCurrentTab(paths.job(job.id));
  const tabs = job.tabs.map(({ label, sections }) => ({
    label,
    sections: sections.map(({ path, label: word }) => {
      const href = paths.job(job.id, path);
      return { href, label: word, current: currentOf(href) };
    }),
  }));
  const here = tabs.find(({ sections }) => sections.some(({ current }) => current));
  const { pathname } = useLocation();
  const answering = [paths.job(job.id, "accept"), paths.job(job.id, "decline")].includes(pathname);
  return (
    <>
      <PageHead
        title={job.name}
        lede={job.state}
        actions={
          job.may_create && here?.sections.some(({ current }) => current === "page") ? (
            <ButtonLink href={paths.newTicket(job.id)} tone="primary">
              <Icon name="plus" /> New trip ticket
            </ButtonLink>
          ) : null
        }
      >
        {tabs.length > 1 ? (
          <nav className="seg" aria-label="Pages of this job">
            {tabs.map((tab) => (
              <a
                key={tab.label}
                href={tab.sections[0]?.href}
                aria-current={
                  tab === here ? (tab.sections[0]?.current === "page" ? "page" : "true") : undefined
                }
              >
                {tab.label}{" "}
              </a>
            ))}
          </nav>
        ) : null}
        {here && here.sections.length > 1 ? (
          <nav className="sections" aria-label={here.label}>
            {here.sections.map(({ href, label, current }) => (
              <a key={href} href={href} aria-current={current}>
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
        <NestedHeadings>
          <Outlet />
        </NestedHeadings>
      </div>
    </>
  );
}
