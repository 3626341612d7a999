import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { createBreadcrumbHandle } from "~/ui/naming";
import { ButtonLink, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getContact, saveContact } from "../data/contacts.server";
import { CONTACT_FIELDS, ContactCompanyFields } from "../ui/contact-form";

export const meta: MetaFunction = () => [{ title: "Contact · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const contact_id = parseId(args.params.contactId);
  const saved = await callProcedure(getContact, await createContext(args), { contact_id });
  return { saved, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/contacts/:contactId": ({ saved }) => ({
    name: saved.values.name,
    actions: (
      <>
        <ButtonLink href={`/company/contacts/${saved.id}/invitation`} tone="primary">
          Invite
        </ButtonLink>{" "}
        {saved.may_delete ? (
          <ButtonLink href={`/company/contacts/${saved.id}/deletion`}>Delete</ButtonLink>
        ) : null}
      </>
    ),
  }),
});

export const action = (args: ActionFunctionArgs) =>
  submit(saveContact, args, {
    fixed: { contact_id: parseId(args.params.contactId) },
    to: ({ id }) => `/company/contacts/${id}?done=saved`,
  });

export default function Contact() {
  const { saved, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const field = createFieldStateGetter(result?.reply, saved.values);
  return (
    <div className="narrow">
      <PageHead
        title="Edit contact"
        lede="If you change the phone or email, the old link stops working. Make a new one."
      />
      <ActionForm
        result={result}
        submissionId={result?.submission_id ?? submission_id}
        version={saved.version}
        fields={CONTACT_FIELDS.map(({ name }) => field(name))}
        conflict={{
          fields: CONTACT_FIELDS,
          href: `/company/contacts/${saved.id}`,
          what: "the contact",
        }}
        button="Save"
        back={{ href: "/company/contacts", label: "Back to contacts" }}
      >
        <ContactCompanyFields
          field={field}
          texts={saved.texts}
          forUs={result ? result.reply.initialValue?.works_for_us === "on" : saved.values.works_for_us}
          ticked={result ? result.reply.initialValue?.roles : saved.values.roles}
        />
      </ActionForm>
    </div>
  );
}
