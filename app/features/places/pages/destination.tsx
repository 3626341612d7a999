import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DestinationEditor } from "~/features/places/destination-form";
import { editDestination, getDestinationForm } from "~/features/places/edit-destination.server";
import { formToSave } from "~/features/places/finding.server";
import { naming } from "~/ui/naming";
import { ButtonLink, PageHead } from "~/ui/parts";
import { context, whoIs } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Edit destination · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const company_destination_id = idOf(args.params.destinationId);
  const query = new URL(args.request.url).search.slice(0, 16_000);
  const form = await call(getDestinationForm, await context(args), { company_destination_id, query });
  return { form, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({
  "/company/destinations/:destinationId": ({ form }) => ({
    name: form.saved_name,
    actions: <ButtonLink href={`/company/destinations/${form.id}/deletion`}>Delete</ButtonLink>,
  }),
});

export async function action(args: ActionFunctionArgs) {
  const form = await formToSave(args);
  const { actor } = await whoIs(args);
  return submit(editDestination, args, {
    form,
    fixed: { company_id: actor.company?.id, company_destination_id: idOf(args.params.destinationId) },
    blankIsNull: true,
    to: () => "/company/destinations?done=destination-updated",
    sorry: "Sorry, an error occurred",
  });
}

export default function EditDestination() {
  const { form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Edit destination" />
      <DestinationEditor form={form} result={result} submissionId={result?.submission_id ?? submission_id} />
    </div>
  );
}
