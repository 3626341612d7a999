import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasPermission } from "~/lib/access/crew-permissions";
import { PageHead } from "~/ui/parts";
import { createContext, identifyCaller } from "~/web/context.server";
import { callProcedure, submit, toErrorResponse } from "~/web/form-action.server";
import { forbidden, PERMISSION_MISSING_MESSAGE } from "~/web/refusal";
import { createSubmissionId } from "~/web/submission-id.server";
import { createLocationType } from "../data/location-types.server";
import { getLocationTypeForm } from "../data/pages.server";
import { LocationTypeForm } from "../ui/location-type-form";

export const meta: MetaFunction = () => [{ title: "Add Location Type · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  if (!hasPermission(ctx.actor.permissions, "company_location.create"))
    throw toErrorResponse(forbidden(PERMISSION_MISSING_MESSAGE));
  return { options: await callProcedure(getLocationTypeForm, ctx, {}), submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await identifyCaller(args);
  return submit(createLocationType, args, {
    fixed: { company_id: actor.company?.id },
    to: () => "/company/locations?done=location-type-saved",
    sorry: "Failed to create or update location type",
  });
}

export default function NewLocationType() {
  const { options, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Add Location Type" />
      <LocationTypeForm
        options={options}
        result={result}
        submissionId={result?.submission_id ?? submission_id}
      />
    </div>
  );
}
