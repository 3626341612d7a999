import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { deleteDestination, getDestination } from "~/features/places/destinations.server";
import { DeletionPage } from "~/ui/deletion";
import { naming } from "~/ui/naming";
import { context, whoIs } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Delete a destination · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const found = await call(getDestination, await context(args), {
    company_destination_id: idOf(args.params.destinationId),
  });
  return { name: found.company_destination.name, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({ "/company/destinations/:destinationId": ({ name }) => name });

export async function action(args: ActionFunctionArgs) {
  const { actor } = await whoIs(args);
  return submit(deleteDestination, args, {
    fixed: { company_id: actor.company?.id, company_destination_id: idOf(args.params.destinationId) },
    to: () => "/company/destinations?done=destination-deleted",
    sorry: "Failed to delete destination",
  });
}

export default function Deletion() {
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
