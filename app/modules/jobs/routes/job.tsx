import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readWeatherCard } from "~/modules/weather/shared/weather.server";
import { WeatherCard } from "~/modules/weather/shared/weather-card";
import { ButtonLink, DetailBox, Facts, Notice } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { YourContracts } from "../companies/ui/your-contracts";
import { getJob } from "../shared/overview.server";
import { getSampleLoads } from "../shared/sample.server";
import { SampleLoads } from "../shared/sample-box";
import { StatusForm } from "../ui/status-form";
import { LandingStockCard, LoadsAndVolumeCard } from "../ui/work-picture";

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const { weather_at, ...job } = await callProcedure(getJob, ctx, { id: parseId(args.params.jobId) });
  return {
    job,
    loads: job.is_sample ? await callProcedure(getSampleLoads, ctx, { job_id: job.id }) : null,
    weather: weather_at && (await readWeatherCard(ctx.db, weather_at, ctx.now)),
    submission_id: createSubmissionId(),
  };
}

export default function JobOverview() {
  const { job, loads, weather, submission_id } = useLoaderData<typeof loader>();
  const { rights } = job;
  return (
    <>
      {loads ? <SampleLoads loads={loads} submissionId={submission_id} /> : null}
      <Waiting job={job.id} {...job.waiting} />
      {job.work.loads ? (
        <LoadsAndVolumeCard
          loads={job.work.loads}
          edit={rights.edit && rights.see_products ? paths.job(job.id, "contract-volumes") : null}
        />
      ) : null}
      <div className="boxes">
        {job.work.landings ? <LandingStockCard job={job.id} landings={job.work.landings} /> : null}
        <DetailBox title="Overview" edit={rights.edit ? { href: paths.job(job.id, "edit") } : null}>
          <Facts
            facts={[
              { term: "Contract number", value: job.contract_number },
              { term: "Requested by", value: job.requester },
              { term: "Start", value: job.start },
              { term: "End", value: job.end },
              ...(job.my_roles ? [{ term: "Your company", value: job.my_roles }] : []),
              ...(job.harvest_notification_number
                ? [{ term: "Harvest notification", value: job.harvest_notification_number }]
                : []),
              ...(job.log_brand ? [{ term: "Log brand", value: job.log_brand }] : []),
            ]}
          />
          {rights.see_tickets && !job.is_sample ? (
            <div className="row">
              <ButtonLink href={paths.jobTickets(job.id)}>Trip tickets of this job</ButtonLink>
            </div>
          ) : null}
        </DetailBox>
        {job.on ? (
          <DetailBox
            title="Location"
            edit={rights.edit ? { href: paths.job(job.id, "location"), label: "Edit" } : null}
          >
            <Facts
              facts={[
                { term: "County", value: job.county },
                { term: "Land", value: job.land },
                { term: "Pin", value: job.place },
                ...(job.plan_map
                  ? [
                      {
                        term: "Plan map",
                        value: (
                          <a href={paths.job(job.id, `files/${job.plan_map.id}`)}>{job.plan_map.name}</a>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          </DetailBox>
        ) : null}
        {weather ? <WeatherCard weather={weather} /> : null}
        <YourContracts job={job.id} company={job.me} contracts={job.contracts} />
      </div>
      {rights.edit || rights.delete ? (
        <div className="row">
          {rights.edit && job.active ? (
            <details className="menu">
              <summary>Deactivate job</summary>
              <StatusForm job={job} submissionId={submission_id} button="Deactivate job">
                <p>
                  No one can create trip tickets or claim loads on it until you activate it again. Loads under
                  way can be finished.
                </p>
              </StatusForm>
            </details>
          ) : null}
          {rights.edit && !job.active ? (
            <StatusForm job={job} submissionId={submission_id} button="Activate job" />
          ) : null}
          {rights.delete ? <ButtonLink href={paths.job(job.id, "deletion")}>Delete job</ButtonLink> : null}
        </div>
      ) : null}
    </>
  );
}

const list = new Intl.ListFormat("en-US");

/** List the companies that have not answered the invitation to the job, or whose contact has not joined Timbertally. */
function Waiting({ job, answers, joins }: { job: number; answers: string[]; joins: string[] }) {
  if (answers.length + joins.length === 0) return null;
  return (
    <Notice title="Not everyone has answered yet">
      <p>
        {answers.length ? `Waiting for ${list.format(answers)} to accept. ` : null}
        {joins.length
          ? `${list.format(joins)} ${joins.length === 1 ? "hasn't" : "haven't"} joined yet. `
          : null}
        <a href={paths.job(job, "companies")}>See the companies</a>
      </p>
    </Notice>
  );
}
