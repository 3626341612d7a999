import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { JobMap } from "~/features/jobs/job-map";
import { getJob } from "~/features/jobs/jobs.server";
import { Icon } from "~/ui/icon";
import { Box, ButtonLink, Facts, Notice, PageHead, Time } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf } from "~/web/respond.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.job.name ?? "Job"} · Timbertally` },
];

export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args.params.jobId);
  return { job: await call(getJob, await context(args), { id }) };
}

export default function Job() {
  const { job } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={job.name}
        lede={job.active ? "Active" : "Inactive"}
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
      />
      {job.pending ? (
        <Notice tone="warn" title="Your company is invited to this job">
          <p>Until it has accepted, it sees the overview and the sorts, and no tickets.</p>
        </Notice>
      ) : null}
      <div className="boxes">
        <Box title="Overview">
          <Facts
            facts={[
              { term: "Contract number", value: job.contract_number },
              { term: "Requested by", value: job.requester },
              { term: "Start", value: job.start },
              { term: "End", value: job.end },
              { term: "County", value: job.county },
              { term: "Land", value: job.land },
            ]}
          />
        </Box>
        {job.map ? (
          <Box title="Map">
            <JobMap drawing={job.map} name={job.name} />
          </Box>
        ) : null}
        {job.sorts.length ? (
          <Box title="Sort sheet" full>
            <Facts
              facts={job.sorts.map((d) => ({
                term: [d.name, d.mileage].filter(Boolean).join(", "),
                value: d.products.join("; ") || "Takes no product yet",
              }))}
            />
          </Box>
        ) : null}
        {job.companies.length ? (
          <Box title="Companies">
            <Facts
              facts={job.companies.map((c) => ({
                term: c.roles,
                value: c.accepted ? c.name : `${c.name} (invited)`,
              }))}
            />
          </Box>
        ) : null}
        {job.history.length ? (
          <Box title="History">
            <ol className="timeline">
              {job.history.map((entry) => (
                <li key={entry.id}>
                  <strong>{entry.what}</strong>
                  <span className="soft small">
                    <Time {...entry.when} /> · {entry.who}, {entry.company}
                  </span>
                </li>
              ))}
            </ol>
          </Box>
        ) : null}
      </div>
    </>
  );
}
