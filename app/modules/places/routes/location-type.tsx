import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { createContext, identifyCaller } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getLocationType, saveLocationType } from "../data/location-types.server";
import { getLocationTypeForm } from "../data/pages.server";
import { LocationTypeForm } from "../ui/location-type-form";

export const meta: MetaFunction = () => [{ title: "Edit location type · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const saved = await callProcedure(getLocationType, ctx, { type_id: parseId(args.params.typeId) });
  return {
    saved,
    options: await callProcedure(getLocationTypeForm, ctx, {}),
    submission_id: createSubmissionId(),
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/location-types/:typeId": ({ saved }) => saved.name,
});

export async function action(args: ActionFunctionArgs) {
  const { actor } = await identifyCaller(args);
  return submit(saveLocationType, args, {
    fixed: { company_id: actor.company?.id, type_id: parseId(args.params.typeId) },
    to: () => "/company/locations?done=location-type-saved",
    sorry: "Failed to create or update location type",
  });
}

export default function EditLocationType() {
  const { saved, options, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Edit location type" />
      <LocationTypeForm
        saved={saved}
        options={options}
        result={result}
        submissionId={result?.submission_id ?? submission_id}
      />
    </div>
  );
}
