import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { deletingLocation } from "~/features/places/deleting-location";
import { deleteLocation } from "~/features/places/locations.server";
import { getLocationDeletion } from "~/features/places/pages.server";
import { DeletionPage } from "~/ui/deletion";
import { naming } from "~/ui/naming";
import { context, whoIs } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Delete a location · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const location_id = idOf(args.params.locationId);
  const { name, version, destinations } = await call(getLocationDeletion, await context(args), {
    location_id,
  });
  return { name, version, destinations, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({ "/company/locations/:locationId": ({ name }) => name });

export async function action(args: ActionFunctionArgs) {
  const { actor } = await whoIs(args);
  return submit(deleteLocation, args, {
    fixed: { company_id: actor.company?.id, location_id: idOf(args.params.locationId) },
    to: () => "/company/locations?done=location-deleted",
    sorry: "Failed to create, update or delete location",
  });
}

export default function Deletion() {
  const { name, version, destinations, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <DeletionPage
      name={name}
      lede={deletingLocation(destinations)}
      list="/company/locations"
      result={result}
      submissionId={submission_id}
      version={version}
    />
  );
}
