import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { RemovalForm } from "~/ui/removal";
import { parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { loadRoad, submitRoad } from "../data/road-route.server";
import { RoadForm } from "../ui/road-form";

export const meta: MetaFunction = () => [{ title: "Edit road · Timbertally" }];

const which = ({ params }: { params: { jobId?: string; roadId?: string } }) => ({
  id: parseId(params.jobId),
  road_id: parseId(params.roadId),
});

export const loader = (args: LoaderFunctionArgs) => loadRoad(args, which(args));

export const handle = createBreadcrumbHandle<typeof loader>({
  "/jobs/:jobId/roads/:roadId": ({ form }) => form.values.name || "Road",
});

export const action = (args: ActionFunctionArgs) => submitRoad(args, which(args));

export default function EditRoad() {
  const { id, road_id, form, map, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title={form.values.name || "Road"} />
      <RoadForm
        form={form}
        job={id}
        road={road_id}
        map={result?.map ?? map}
        result={result}
        submissionId={submission_id}
      />
      {form.may_delete && form.version !== null ? (
        <RemovalForm
          action={`${paths.job(id, `roads/${road_id}`)}/removal`}
          version={form.version}
          submissionId={submission_id}
          button="Delete road"
          what="It's removed from the job and its map."
        />
      ) : null}
    </div>
  );
}
