import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatInstant } from "~/lib/time/time";
import { createBreadcrumbHandle } from "~/ui/naming";
import { DetailBox, Facts, PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { getJobForAdmin } from "../data/jobs.server";

export const meta: MetaFunction = () => [{ title: "Job · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const job = await callProcedure(getJobForAdmin, ctx, { job_id: parseId(args.params.jobId) });
  return { ...job, created: formatInstant(job.created_at, ctx.actor.zone, ctx.now) };
}

export const handle = createBreadcrumbHandle<typeof loader>({ "/admin/jobs/:jobId": ({ name }) => name });

/**
 * Job page with the job's requester, companies and progress. The job's loads are visible only by viewing the site as
 * the requester.
 */
export default function Job() {
  const job = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={job.name} lede={job.is_deleted ? "This job is deleted." : undefined} />
      <div className="boxes">
        <DetailBox title="Job">
          <Facts
            facts={[
              { term: "Number", value: job.id },
              { term: "Contract", value: job.contract_number },
              {
                term: "Requester",
                value: <a href={`/admin/companies/${job.requester.id}`}>{job.requester.name}</a>,
              },
              { term: "County", value: job.county },
              { term: "Status", value: job.status },
              { term: "Created", value: job.created },
            ]}
          />
          {job.is_deleted ? null : (
            <a href={`/admin/companies/${job.requester.id}/as/jobs/${job.id}`}>
              See as {job.requester.name} sees it
            </a>
          )}
        </DetailBox>
        <DetailBox title="Loads">
          {job.loads_by_status.length ? (
            <Facts
              facts={job.loads_by_status.map(({ status, n }) => ({
                term: status,
                value: n.toLocaleString("en-US"),
              }))}
            />
          ) : (
            <p>No loads yet.</p>
          )}
        </DetailBox>
        <DetailBox title="Companies on it">
          {job.companies.length ? (
            <ul className="lines">
              {job.companies.map((c) => (
                <li key={c.id}>
                  <a href={`/admin/companies/${c.id}`}>{c.name}</a>{" "}
                  {c.accepted ? null : <span className="tag">Hasn't answered</span>}
                </li>
              ))}
            </ul>
          ) : (
            <p>No one else yet.</p>
          )}
        </DetailBox>
      </div>
    </>
  );
}
