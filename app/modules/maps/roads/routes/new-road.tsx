import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { parseId } from "~/web/form-action.server";
import { loadRoad, submitRoad } from "../data/road-route.server";
import { RoadForm } from "../ui/road-form";

export const meta: MetaFunction = () => [{ title: "Add road · Timbertally" }];

export const loader = (args: LoaderFunctionArgs) => loadRoad(args, { id: parseId(args.params.jobId) });

export const action = (args: ActionFunctionArgs) => submitRoad(args, { id: parseId(args.params.jobId) });

export default function NewRoad() {
  const { id, form, map, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Add road" />
      <RoadForm form={form} job={id} map={result?.map ?? map} result={result} submissionId={submission_id} />
    </div>
  );
}
