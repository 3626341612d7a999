import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EmailText } from "~/features/people/email-text";
import { AccountEvents } from "~/features/people/event-list";
import { correctContacts, getAccount } from "~/features/people/support.server";
import { ActionForm } from "~/ui/action-form";
import { replyFieldsOf } from "~/ui/employee-form";
import { PhoneField, TextField } from "~/ui/field";
import { naming } from "~/ui/naming";
import { DetailBox, Facts } from "~/ui/parts";
import { userContext } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Person · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const person = await call(getAccount, await userContext(args), { user_id: idOf(args.params.userId) });
  return { person, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({ "/admin/people/:userId": ({ person }) => person.name });

export async function action(args: ActionFunctionArgs) {
  const user_id = idOf(args.params.userId);
  return submit(correctContacts, args, {
    fixed: { user_id },
    blankIsNull: true,
    to: () => `/admin/people/${user_id}?done=person-updated`,
  });
}

export default function Person() {
  const { person, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const reply = result?.reply;
  const field = replyFieldsOf(reply, { email: person.email, phone_number: person.phone });
  return (
    <div className="boxes">
      <DetailBox title="Account">
        <Facts
          facts={[
            { term: "Email", value: <EmailText email={person.email} verified={person.email_verified} /> },
            { term: "Phone", value: person.phone },
            { term: "Password", value: person.has_password ? "Set" : "Not chosen yet" },
            { term: "Companies", value: person.companies.join(", ") },
          ]}
        />
        {person.is_super_user ? (
          <p>This is a super user. Their account can only be changed in the database.</p>
        ) : (
          <a href={`/admin/people/${person.id}/link`}>Make a link for a new password</a>
        )}
      </DetailBox>
      {person.is_super_user ? null : (
        <DetailBox title="Correct email or phone">
          <ActionForm
            result={result}
            submissionId={submission_id}
            version={person.version}
            fields={["email", "phone_number", "reason"].map((name) => field(name))}
            button="Save"
          >
            <TextField field={field("email")} label="Email" type="email" required={false} />
            <PhoneField field={field("phone_number")} label="Phone" required={false} />
            <TextField
              field={field("reason")}
              label="Reason"
              required
              hint="How you verified who this person is. The account's history keeps it."
              attributes={{ maxLength: 500 }}
            />
          </ActionForm>
        </DetailBox>
      )}
      <AccountEvents events={person.events} reasons />
    </div>
  );
}
