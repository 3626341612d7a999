import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { invitePerson } from "~/features/people/invites.server";
import { deliverOutbox } from "~/features/people/outbox.server";
import { CheckField, ErrorSummary, stateOf, TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { forbidden } from "~/web/refusal";
import { asPage, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Invite · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await context(args);
  if (!actor.permissions.is_primary)
    throw asPage(forbidden("Only an admin of your company can invite people."));
  return { company: actor.company?.name, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(invitePerson, args, { to: () => "/company/people" }).finally(() => void deliverOutbox());
}

type Fields = {
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  is_admin: string;
};

export default function Invite() {
  const { company, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useForm<Fields>({ lastResult: result?.reply });
  return (
    <div className="narrow">
      <PageHead
        title={`Invite someone to ${company}`}
        lede="They get a link by mail, choose a password and are in."
      />
      <form method="post" className="stack">
        <ErrorSummary
          formErrors={form.errors}
          fields={[fields.first_name, fields.last_name, fields.email, fields.phone_number]}
        />
        <input type="hidden" name="submission_id" value={result?.submission_id ?? submission_id} />
        <TextField field={stateOf(fields.first_name)} label="First name" required />
        <TextField field={stateOf(fields.last_name)} label="Last name" required />
        <TextField field={stateOf(fields.email)} label="Email" type="email" required />
        <TextField
          field={stateOf(fields.phone_number)}
          label="Phone"
          type="tel"
          required={false}
          hint="Ten digits, like (906)555-0100"
        />
        <CheckField
          field={stateOf(fields.is_admin)}
          label="Is Admin"
          hint="Admins invite people and set what the crews may do."
        />
        <div className="row">
          <button type="submit" className="button primary">
            Send invitation
          </button>{" "}
          <a href="/company/people">Back to the people</a>
        </div>
      </form>
    </div>
  );
}
