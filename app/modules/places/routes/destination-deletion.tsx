import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DeletionPage } from "~/ui/deletion";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createContext, identifyCaller } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { deleteDestination, getDestination } from "../shared/destinations.server";

export const meta: MetaFunction = () => [{ title: "Delete a destination · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const destination = await callProcedure(getDestination, await createContext(args), {
    company_destination_id: parseId(args.params.destinationId),
  });
  return { name: destination.company_destination.name, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/destinations/:destinationId": ({ name }) => name,
});

export async function action(args: ActionFunctionArgs) {
  const { actor } = await identifyCaller(args);
  return submit(deleteDestination, args, {
    fixed: { company_id: actor.company?.id, company_destination_id: parseId(args.params.destinationId) },
    to: () => "/company/destinations?done=destination-deleted",
    sorry: "Failed to delete destination",
  });
}

export default function DestinationDeletion() {
  const { name, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <DeletionPage
      name={name}
      lede="It's removed from your list. Jobs that deliver there keep it."
      list="/company/destinations"
      result={result}
      submissionId={submission_id}
    />
  );
}
