import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPhone } from "~/lib/text/phone";
import { buildStagePath, DRAFT_FIELDS, OFFERED_CERTIFICATIONS } from "~/modules/people/rules/onboarding";
import { getProfile } from "~/modules/people/shared/profile.server";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { PhoneField, SelectField, TextField } from "~/ui/field";
import { ButtonLink, Notice, PageHead } from "~/ui/parts";
import { createUserContext, identifyCaller } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { redirectOnGet } from "~/web/redirect-reader.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { createOnboardingCompany } from "../data/create-company.server";
import { getCompanySetup } from "../data/onboarding.server";
import { BackButton, ChosenRoles, OnboardingProgress } from "../ui/role-boxes";

export const meta: MetaFunction = () => [{ title: "Set up a company · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { draft, company, states } = await callProcedure(getCompanySetup, ctx, {});
  if (!company && draft.roles.length === 0) redirectOnGet(args, buildStagePath("choose-company-perspective"));
  const me = await callProcedure(getProfile, ctx, {});
  const saved = {
    contact_first_name: me.first_name,
    contact_last_name: me.last_name,
    contact_phone_number: me.phone_number && formatPhone(me.phone_number),
    ...draft,
  };
  return { saved, roles: draft.roles, states, company, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const { session } = await identifyCaller(args);
  return submit(createOnboardingCompany, args, {
    fixed: { session: session?.token_hash },
    hidden: ["session"],
    to: () => buildStagePath("invite-team"),
    sorry:
      "Sorry, an error occurred while creating the company. Please try again and if the issue persists, contact support.",
    sorryOn: { contact_phone_number: "Failed to create company. Please try again." },
  });
}

export default function CreateCompany() {
  const { saved, roles, states, company, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const reply = result?.reply;
  const field = createFieldStateGetter(reply, saved);
  const errors = reply?.error ?? {};
  const twins = errors.create_anyway ?? [];
  const typedName = String(reply?.initialValue?.name ?? "");
  const joinPath = `${buildStagePath("join-company")}?${new URLSearchParams({ q: typedName })}`;
  if (company)
    return (
      <div className="narrow">
        <OnboardingProgress step={3} />
        <PageHead title={`${company.name} is set up`} lede="You can change its details on its page." />
        <form method="post" action="/onboarding/back" className="row">
          <ButtonLink href={buildStagePath("invite-team")} tone="primary">
            Invite the team
          </ButtonLink>
          <ButtonLink href="/company">Go to your company</ButtonLink>
        </form>
      </div>
    );
  return (
    <div className="narrow">
      <OnboardingProgress step={3} />
      <PageHead title="Set up your company" lede="You're its first admin. You can add the rest later." />
      <ActionForm
        result={result}
        submissionId={submission_id}
        fields={[...DRAFT_FIELDS, "roles"].map((name) => field(name))}
        notice={
          twins.length ? (
            <Notice tone="warn" title="Is this your company?">
              <ul>
                {twins.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
              <p>
                If it's yours, <a href={joinPath}>ask to join it</a>. If not, create it anyway.
              </p>
            </Notice>
          ) : null
        }
        button="Create Company"
        other={
          <>
            {twins.length ? (
              <button type="submit" className="button" name="create_anyway" value="on">
                Create it anyway
              </button>
            ) : null}{" "}
            <BackButton from="create-company" />
          </>
        }
      >
        <ChosenRoles roles={roles} />
        <TextField field={field("name")} label="Company Name" required attributes={{ maxLength: 120 }} />
        <div className="fields two">
          <TextField
            field={field("contact_first_name")}
            label="Contact First Name"
            required
            attributes={{ maxLength: 80, autoComplete: "given-name" }}
          />
          <TextField
            field={field("contact_last_name")}
            label="Contact Last Name"
            required
            attributes={{ maxLength: 80, autoComplete: "family-name" }}
          />
        </div>
        <PhoneField
          extension
          field={field("contact_phone_number")}
          label="Contact Phone Number"
          required
          autoComplete="tel"
        />
        <TextField
          field={field("address")}
          label="Address"
          required={false}
          attributes={{ maxLength: 200, autoComplete: "off" }}
        />
        <TextField
          field={field("city")}
          label="City"
          required={false}
          attributes={{ maxLength: 100, autoComplete: "off" }}
        />
        <SelectField
          field={field("us_state_id")}
          label="State"
          required={false}
          options={states}
          empty="None"
        />
        <details
          className="menu"
          open={Boolean(field("license").defaultValue || errors.license || errors.certification_type_id)}
        >
          <summary>Add a certification (optional)</summary>
          <div className="stack">
            <SelectField
              field={field("certification_type_id")}
              label="Type"
              options={OFFERED_CERTIFICATIONS}
              empty="None"
            />
            <TextField
              field={field("license")}
              label="License"
              attributes={{ maxLength: 60, "data-needs": "certification_type_id" }}
            />
          </div>
        </details>
      </ActionForm>
    </div>
  );
}
