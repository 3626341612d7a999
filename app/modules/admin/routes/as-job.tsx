import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getJob } from "~/modules/jobs/shared/overview.server";
import { createBreadcrumbHandle } from "~/ui/naming";
import { DetailBox, Facts, PageHead } from "~/ui/parts";
import { callProcedure, parseId } from "~/web/form-action.server";
import { buildViewAsPath, loadViewAsContext } from "../data/see-as.server";
import { ViewAsLayout } from "../ui/impersonation-banner";

export const meta: MetaFunction = () => [{ title: "Their job · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { eyes, id, name } = await loadViewAsContext(args);
  const { weather_at: _weather, ...job } = await callProcedure(getJob, eyes, {
    id: parseId(args.params.jobId),
  });
  return { id, name, path: buildViewAsPath(id), job };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/admin/companies/:companyId": ({ name }) => name,
  "/admin/companies/:companyId/as/jobs/:jobId": ({ job }) => job.name,
});

/** Page of a job as a company sees the job. */
export default function ViewAsJobPage() {
  const { id, name, path, job } = useLoaderData<typeof loader>();
  return (
    <ViewAsLayout id={id} name={name} room="jobs">
      <PageHead title={job.name} />
      <div className="boxes">
        <DetailBox title="Overview">
          <Facts
            facts={[
              { term: "Contract number", value: job.contract_number },
              { term: "Requested by", value: job.requester },
              { term: "Start", value: job.start },
              { term: "End", value: job.end },
              { term: "Their company", value: job.my_roles },
              { term: "Log brand", value: job.log_brand },
            ]}
          />
          {job.rights.see_tickets ? (
            <a href={`${path}/trip-tickets?job=${job.id}`}>Trip tickets of this job</a>
          ) : null}
        </DetailBox>
        {job.on ? (
          <DetailBox title="Location">
            <Facts
              facts={[
                { term: "County", value: job.county },
                { term: "Land", value: job.land },
                { term: "Pin", value: job.place },
                { term: "Plan map", value: job.plan_map?.name },
              ]}
            />
          </DetailBox>
        ) : null}
      </div>
    </ViewAsLayout>
  );
}
