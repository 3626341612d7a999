import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getEnabledChannels } from "~/lib/mail/channels.server";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter, getCheckedIds } from "~/ui/employee-form";
import { getFieldState, PhoneField, TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getInviteForm, invitePerson } from "../data/invites.server";
import { WorkFields } from "../ui/work-fields";

export const meta: MetaFunction = () => [{ title: "Invite · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const { works, crews } = await callProcedure(getInviteForm, ctx, {});
  return {
    mails: getEnabledChannels().mail,
    company: ctx.actor.company?.name,
    works,
    crews,
    submission_id: createSubmissionId(),
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

export default function InvitePerson() {
  const { company, mails, works, crews, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const reply = result?.reply;
  const field = createFieldStateGetter(reply);
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
        <TextField field={getFieldState(fields.first_name)} label="First name" required />
        <TextField field={getFieldState(fields.last_name)} label="Last name" required />
        <TextField field={getFieldState(fields.email)} label="Email" type="email" required />
        <PhoneField field={getFieldState(fields.phone_number)} label="Phone" required={false} />
        <WorkFields
          works={works}
          crews={crews}
          work={field("work").defaultValue}
          isAdmin={reply?.initialValue?.is_admin === "on"}
          crewField={{ name: "crew_id", type: "radio", chosen: getCheckedIds(reply, "crew_id", []) }}
          errors={reply?.error?.work ?? undefined}
        />
      </ActionForm>
    </div>
  );
}
