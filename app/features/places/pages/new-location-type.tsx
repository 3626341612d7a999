import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { may } from "~/domain/access/crew-permissions";
import { LocationTypeForm } from "~/features/places/location-type-form";
import { createLocationType } from "~/features/places/location-types.server";
import { getLocationTypeForm } from "~/features/places/pages.server";
import { PageHead } from "~/ui/parts";
import { context, whoIs } from "~/web/context.server";
import { forbidden, NO_FLAG } from "~/web/refusal";
import { asPage, call, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Add Location Type · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  if (!may(ctx.actor.permissions, "company_location.create")) throw asPage(forbidden(NO_FLAG));
  return { options: await call(getLocationTypeForm, ctx, {}), submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await whoIs(args);
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
