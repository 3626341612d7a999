import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { PhoneField, TextField } from "~/ui/field";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { RefusalNotice } from "~/ui/refused";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { correctContacts, getAccount } from "../shared/support.server";

export const meta: MetaFunction = () => [{ title: "Email or phone · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const person = await callProcedure(getAccount, await createUserContext(args), {
    user_id: parseId(args.params.userId),
  });
  return { person, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/admin/users/:userId": ({ person }) => person.name,
});

export async function action(args: ActionFunctionArgs) {
  const user_id = parseId(args.params.userId);
  return submit(correctContacts, args, {
    fixed: { user_id },
    blankIsNull: true,
    to: () => `/admin/users/${user_id}?done=person-updated`,
  });
}

export default function CorrectAccountContacts() {
  const { person, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const reply = result?.reply;
  const field = createFieldStateGetter(reply, { email: person.email, phone_number: person.phone });
  const back = { href: `/admin/users/${person.id}`, label: "Back to the person" };
  if (person.is_super_user)
    return <RefusalNotice why="A super user's account can only be changed in the database." back={back} />;
  return (
    <div className="narrow stack">
      <PageHead
        title="Correct email or phone"
        lede={`For someone who is locked out. We tell ${person.name} at the old email, and the new one has to be verified.`}
      />
      <ActionForm
        result={result}
        submissionId={submission_id}
        version={person.version}
        fields={["email", "phone_number", "reason"].map((name) => field(name))}
        button="Save"
        back={back}
      >
        <TextField field={field("email")} label="Email" type="email" required={false} />
        <PhoneField field={field("phone_number")} label="Phone" required={false} />
        <TextField
          field={field("reason")}
          label="Reason"
          required
          hint="How you verified who this person is. The account's history keeps it."
          attributes={{ maxLength: 300 }}
        />
      </ActionForm>
    </div>
  );
}
