import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { PRESET_IDS, PRESETS } from "~/lib/access/crew-presets";
import { EMPLOYEE_SAVE_FAILED } from "~/modules/people/rules/employee";
import { buildStagePath } from "~/modules/people/rules/onboarding";
import { ActionForm } from "~/ui/action-form";
import { CheckField, getFieldState, PhoneField, SelectField, TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { redirectOnGet } from "~/web/redirect-reader.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getOnboarding, inviteTeam } from "../data/onboarding.server";
import { BackButton, OnboardingProgress } from "../ui/role-boxes";

export const meta: MetaFunction = () => [{ title: "Invite your team · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { stage, company } = await callProcedure(getOnboarding, ctx, {});
  // Add the team to the company that was just set up, even if the user's session has switched to another company.
  if (!company) redirectOnGet(args, buildStagePath(stage === "invite-team" ? "join-company" : stage));
  else if (ctx.actor.company?.id !== company.id) redirectOnGet(args, "/companies");
  return { company: company?.name ?? "your company", submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(inviteTeam, args, { to: () => "/welcome?done=team-added", sorry: EMPLOYEE_SAVE_FAILED });
}

type Row = {
  first_name: string;
  last_name: string;
  phone_number: string;
  email: string;
  work: string;
  is_admin: string;
};

export default function InviteTeam() {
  const { company, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useForm<{ people: Row[] }>({
    id: "team",
    lastResult: result?.reply,
    defaultValue: { people: [{}] },
  });
  const rows = fields.people.getFieldList().map((row) => ({ row, at: row.getFieldset() }));
  return (
    <div className="narrow">
      <OnboardingProgress step={4} />
      <PageHead
        title="Invite your team"
        lede={`Everyone you add joins ${company} right away. A link lets them choose a password and sign in.`}
      />
      <ActionForm
        result={result}
        submissionId={submission_id}
        fields={rows.flatMap(({ at }) => [at.first_name, at.last_name, at.phone_number, at.email])}
        className="stack loose"
        id={form.id}
        button="Add the team"
      >
        {/* Hidden first submit button, which Enter activates; otherwise Enter would activate a button that removes a person. */}
        <button type="submit" hidden tabIndex={-1} />
        <details className="card">
          <summary>What each of them can see</summary>
          <dl>
            {PRESET_IDS.map((id) => (
              <Fragment key={id}>
                <dt>{PRESETS[id].work}</dt>
                <dd>{PRESETS[id].hint}</dd>
              </Fragment>
            ))}
          </dl>
        </details>
        {rows.map(({ row, at }, i) => (
          <fieldset key={row.key} className="card stack">
            <legend className="sr">Person {i + 1}</legend>
            <TextField
              field={getFieldState(at.first_name)}
              label="First name"
              attributes={{ maxLength: 80 }}
            />
            <TextField field={getFieldState(at.last_name)} label="Last name" attributes={{ maxLength: 80 }} />
            <PhoneField field={getFieldState(at.phone_number)} label="Phone" />
            <TextField field={getFieldState(at.email)} label="Email" type="email" required={false} />
            <SelectField
              field={getFieldState(at.work)}
              label="What they do"
              options={PRESET_IDS.map((id) => ({ value: id, label: PRESETS[id].work }))}
            />
            <CheckField field={getFieldState(at.is_admin)} label="Is Admin" />
            <div className="row">
              <button
                type="submit"
                className="button"
                {...form.remove.getButtonProps({ name: fields.people.name, index: i })}
              >
                Remove<span className="sr"> person {i + 1}</span>
              </button>
            </div>
          </fieldset>
        ))}
        <div className="row">
          <button
            type="submit"
            className="button"
            {...form.insert.getButtonProps({ name: fields.people.name })}
          >
            Add another
          </button>
        </div>
      </ActionForm>
      <form method="post" action="/onboarding/finish" className="row after-form">
        <button type="submit" className="button">
          Skip
        </button>{" "}
        <BackButton from="invite-team" />
      </form>
    </div>
  );
}
