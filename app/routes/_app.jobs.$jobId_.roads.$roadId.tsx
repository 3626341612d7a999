import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Removal } from "~/features/jobs/removal";
import { RoadForm } from "~/features/roads/road-form";
import { getRoadForm, updateRoad } from "~/features/roads/roads.server";
import { PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Edit road · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const [id, road_id] = [idOf(args.params.jobId), idOf(args.params.roadId)];
  const form = await call(getRoadForm, await context(args), { id, road_id });
  return { id, road_id, form, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const job_id = idOf(args.params.jobId);
  return submit(updateRoad, args, {
    fixed: { job_id, road_id: idOf(args.params.roadId) },
    blankIsNull: true,
    to: () => paths.job(job_id, "roads"),
  });
}

export default function EditRoad() {
  const { id, road_id, form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title={form.values.name || "Road"} lede={form.job} />
      <RoadForm form={form} job={id} road={road_id} result={result} submissionId={submission_id} />
      {form.may_delete && form.version !== null ? (
        <Removal
          action={`${paths.job(id, `roads/${road_id}`)}/removal`}
          version={form.version}
          submissionId={submission_id}
          button="Delete road"
          what="It leaves the job and its map."
        />
      ) : null}
    </div>
  );
}
