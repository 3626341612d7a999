import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { DeletionPage } from "~/ui/deletion";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { deleteContact, getContact } from "../data/contacts.server";

export const meta: MetaFunction = () => [{ title: "Delete a contact · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const contact_id = parseId(args.params.contactId);
  const { values, version, uses } = await callProcedure(getContact, await createContext(args), {
    contact_id,
  });
  return { name: values.name, version, uses, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/contacts/:contactId": ({ name }) => name,
});

export const action = (args: ActionFunctionArgs) =>
  submit(deleteContact, args, {
    fixed: { contact_id: parseId(args.params.contactId) },
    to: () => "/company/contacts?done=row-deleted",
  });

export default function ContactDeletion() {
  const { name, version, uses, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <DeletionPage
      name={name}
      lede="It's removed from your list, and its link stops working. Loads that name it keep it."
      why={
        uses > 0 &&
        `${name} is used in ${formatCount(uses, "place")}: jobs, job setups or destinations. Take it off there first.`
      }
      list="/company/contacts"
      back="Back to contacts"
      result={result}
      submissionId={submission_id}
      version={version}
    />
  );
}
