import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { enabledChannels } from "~/core/outbox/channels.server";
import { getInviteForm, invitePerson } from "~/features/people/invites.server";
import { ActionForm } from "~/ui/action-form";
import { CheckField, PhoneField, SelectField, stateOf, TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { call, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Invite · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  const { crews, may_make_admin } = await call(getInviteForm, ctx, {});
  return {
    mails: enabledChannels().mail,
    company: ctx.actor.company?.name,
    crews,
    may_make_admin,
    submission_id: newSubmissionId(),
  };
}

export async function action(args: ActionFunctionArgs) {
  return submit(invitePerson, args, { to: () => "/company/people" });
}

type Fields = {
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  crew_id: string;
  is_admin: string;
};

export default function Invite() {
  const { company, mails, crews, may_make_admin, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [, fields] = useForm<Fields>({ lastResult: result?.reply });
  return (
    <div className="narrow">
      <PageHead
        title={`Invite someone to ${company}`}
        lede={
          mails
            ? "They get a link by email and choose a password."
            : "This site doesn't send mail. After this, make a new link on the list of people and send it yourself."
        }
      />
      <ActionForm
        result={result}
        submissionId={submission_id}
        fields={[fields.first_name, fields.last_name, fields.email, fields.phone_number, fields.crew_id]}
        button="Send invitation"
        back={{ href: "/company/people", label: "Back to people" }}
      >
        <TextField field={stateOf(fields.first_name)} label="First name" required />
        <TextField field={stateOf(fields.last_name)} label="Last name" required />
        <TextField field={stateOf(fields.email)} label="Email" type="email" required />
        <PhoneField field={stateOf(fields.phone_number)} label="Phone" required={false} />
        {crews.length > 1 ? (
          <SelectField
            field={stateOf(fields.crew_id)}
            label="Crew"
            options={crews.map((c) => ({ value: c.id, label: c.name }))}
          />
        ) : null}{" "}
        {may_make_admin ? (
          <CheckField
            field={stateOf(fields.is_admin)}
            label="Is Admin"
            hint="Admins are in the Admins crew instead. They manage people and set what the crews may do."
          />
        ) : null}
      </ActionForm>
    </div>
  );
}
