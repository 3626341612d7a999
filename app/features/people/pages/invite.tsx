import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { enabledChannels } from "~/core/outbox/channels.server";
import { getInviteForm, invitePerson } from "~/features/people/invites.server";
import { WorkFields } from "~/features/people/work-fields";
import { ActionForm } from "~/ui/action-form";
import { checkedIds, replyFieldsOf } from "~/ui/employee-form";
import { PhoneField, stateOf, TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { call, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Invite · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  const { works, crews } = await call(getInviteForm, ctx, {});
  return {
    mails: enabledChannels().mail,
    company: ctx.actor.company?.name,
    works,
    crews,
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
};

export default function Invite() {
  const { company, mails, works, crews, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const reply = result?.reply;
  const field = replyFieldsOf(reply);
  const [, fields] = useForm<Fields>({ lastResult: reply });
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
        <WorkFields
          works={works}
          crews={crews}
          work={field("work").defaultValue}
          isAdmin={reply?.initialValue?.is_admin === "on"}
          crewField={{ name: "crew_id", type: "radio", chosen: checkedIds(reply, "crew_id", []) }}
          errors={reply?.error?.work ?? undefined}
        />
      </ActionForm>
    </div>
  );
}
