import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { JobLandMismatchNotice } from "~/modules/land/shared/other-land";
import { ButtonLink } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getJobMap } from "../data/job-map-page.server";
import { MapPanZoomLinks } from "../shared/map-moves";
import { JobMap } from "../ui/job-map";
import { PrintableJobMap } from "../ui/job-map-paper";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Map of ${data?.name ?? "a job"} · Timbertally` },
];

export async function loader(args: LoaderFunctionArgs) {
  const id = parseId(args.params.jobId);
  const look = new URL(args.request.url).searchParams.get("look")?.slice(0, 60) ?? null;
  const page = await callProcedure(getJobMap, await createContext(args), { id, look });
  return { id, ...page, submission_id: createSubmissionId() };
}

export default function JobMapPage() {
  const { id, name, map, paper, may_edit, other_land, submission_id } = useLoaderData<typeof loader>();
  const { view } = map.drawing;
  if (paper)
    return (
      <div className="card stack">
        <h2>Job Map</h2>
        <PrintableJobMap map={map} name={name} maps={paper} />
      </div>
    );
  return (
    <div className="card stack">
      <h2>Job Map</h2>
      <JobLandMismatchNotice id={id} land={other_land} submissionId={submission_id} />
      <JobMap map={map} name={name} />
      <div className="row screen-only">
        <MapPanZoomLinks view={view} href={(look) => `?look=${look}`} />{" "}
        <a href={paths.job(id, "map")}>Show everything</a> <a href="?look=land">Show the land</a>{" "}
        <a href="?look=paper">Map to print</a>
      </div>
      <div className="row screen-only">
        {may_edit ? <ButtonLink href={paths.job(id, "map/edit")}>Edit pin or areas</ButtonLink> : null}
        <ButtonLink href={paths.job(id, "eudr")}>EUDR export</ButtonLink>
      </div>
    </div>
  );
}
