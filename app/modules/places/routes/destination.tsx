import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { ButtonLink, PageHead } from "~/ui/parts";
import { createContext, identifyCaller } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { editDestination, getDestinationForm } from "../data/edit-destination.server";
import { readPlaceForm } from "../data/finding.server";
import { DestinationEditor } from "../ui/destination-form";

export const meta: MetaFunction = () => [{ title: "Edit destination · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const company_destination_id = parseId(args.params.destinationId);
  const query = new URL(args.request.url).search.slice(0, 16_000);
  const form = await callProcedure(getDestinationForm, await createContext(args), {
    company_destination_id,
    query,
  });
  return { form, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/destinations/:destinationId": ({ form }) => ({
    name: form.saved_name,
    actions: <ButtonLink href={`/company/destinations/${form.id}/deletion`}>Delete</ButtonLink>,
  }),
});

export async function action(args: ActionFunctionArgs) {
  const form = await readPlaceForm(args);
  const { actor } = await identifyCaller(args);
  return submit(editDestination, args, {
    form,
    fixed: { company_id: actor.company?.id, company_destination_id: parseId(args.params.destinationId) },
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
