import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RoadForm } from "~/features/roads/road-form";
import { addRoad, getRoadForm } from "~/features/roads/roads.server";
import { PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Add road · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args.params.jobId);
  const form = await call(getRoadForm, await context(args), { id });
  return { id, form, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const job_id = idOf(args.params.jobId);
  return submit(addRoad, args, { fixed: { job_id }, to: () => paths.job(job_id, "roads") });
}

export default function NewRoad() {
  const { id, form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Add road" lede={form.job} />
      <RoadForm form={form} job={id} result={result} submissionId={submission_id} />
    </div>
  );
}
