import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DeletionPage } from "~/ui/deletion";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createContext, identifyCaller } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getLocationDeletion } from "../data/pages.server";
import { locationDeletionMessage } from "../rules/deleting-location";
import { deleteLocation } from "../shared/locations.server";

export const meta: MetaFunction = () => [{ title: "Delete a location · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const location_id = parseId(args.params.locationId);
  const { name, version, destinations } = await callProcedure(
    getLocationDeletion,
    await createContext(args),
    {
      location_id,
    },
  );
  return { name, version, destinations, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/locations/:locationId": ({ name }) => name,
});

export async function action(args: ActionFunctionArgs) {
  const { actor } = await identifyCaller(args);
  return submit(deleteLocation, args, {
    fixed: { company_id: actor.company?.id, location_id: parseId(args.params.locationId) },
    to: () => "/company/locations?done=location-deleted",
    sorry: "Failed to create, update or delete location",
  });
}

export default function LocationDeletion() {
  const { name, version, destinations, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <DeletionPage
      name={name}
      lede={locationDeletionMessage(destinations)}
      list="/company/locations"
      result={result}
      submissionId={submission_id}
      version={version}
    />
  );
}
