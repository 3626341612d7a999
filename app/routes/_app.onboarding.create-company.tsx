import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { foundCompany } from "~/features/companies/create-company.server";
import { DRAFT_FIELDS, OFFERED_CERTIFICATIONS, stagePath } from "~/features/companies/onboarding";
import { getOnboarding } from "~/features/companies/onboarding.server";
import { BackButton, RoleBoxes, StageLine } from "~/features/companies/role-boxes";
import { fieldsOf } from "~/features/people/employee-form";
import { formatPhone } from "~/features/people/phone";
import { getProfile } from "~/features/people/profile.server";
import { ErrorSummary, SelectField, TextField } from "~/ui/field";
import { ButtonLink, PageHead } from "~/ui/parts";
import { userContext, whoIs } from "~/web/context.server";
import { call, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Set up a company · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await userContext(args);
  const { draft, company } = await call(getOnboarding, ctx, {});
  if (!company && draft.roles.length === 0) throw redirect(stagePath("choose-company-perspective"));
  const me = await call(getProfile, ctx, {});
  const saved = {
    contact_first_name: me.first_name,
    contact_last_name: me.last_name,
    contact_phone_number: me.phone_number && formatPhone(me.phone_number),
    ...draft,
  };
  return { saved, roles: draft.roles, company, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const { session } = await whoIs(args);
  return submit(foundCompany, args, {
    fixed: { session: session?.token_hash },
    hidden: ["session"],
    to: () => stagePath("invite-team"),
    sorry:
      "Sorry, an error occurred while creating the company. Please try again and if the issue persists, contact support.",
    sorryOn: { contact_phone_number: "Failed to create company. Please try again." },
  });
}

export default function CreateCompany() {
  const { saved, roles, company, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const reply = result?.reply;
  const field = fieldsOf(reply, saved);
  const errors = reply?.error ?? {};
  const chosen = reply?.initialValue ? [reply.initialValue.roles ?? []].flat().map(String) : roles;
  if (company)
    return (
      <div className="narrow">
        <StageLine step={3} />
        <PageHead title={`${company.name} is set up`} lede="What it says of itself stands on its page." />
        <form method="post" action="/onboarding/back" className="row">
          <ButtonLink href={stagePath("invite-team")} tone="primary">
            Invite the team
          </ButtonLink>
          <ButtonLink href="/company">To the company</ButtonLink>
        </form>
      </div>
    );
  return (
    <div className="narrow">
      <StageLine step={3} />
      <PageHead title="Set up your company" lede="You are its first admin. All else can be added later." />
      <form method="post" className="stack">
        <ErrorSummary
          formErrors={errors[""] ?? undefined}
          fields={[...DRAFT_FIELDS, "roles"].map((name) => field(name))}
        />
        <input type="hidden" name="submission_id" value={result?.submission_id ?? submission_id} />
        <TextField field={field("name")} label="Company Name" required attributes={{ maxLength: 120 }} />
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
        <TextField
          field={field("contact_phone_number")}
          label="Contact Phone Number"
          type="tel"
          required
          hint="Ten digits, like (906)555-0100"
          attributes={{ maxLength: 40, autoComplete: "tel" }}
        />
        <RoleBoxes chosen={chosen} errors={errors.roles ?? undefined} />
        <details
          className="menu"
          open={Boolean(field("latitude").defaultValue || errors.latitude || errors.longitude)}
        >
          <summary>Add a location (optional)</summary>
          <div className="stack">
            <TextField
              field={field("location_name")}
              label="Name"
              hint="Like Main yard"
              attributes={{ maxLength: 120 }}
            />
            <TextField field={field("location_address")} label="Address" attributes={{ maxLength: 200 }} />
            <TextField
              field={field("latitude")}
              label="Latitude"
              hint="Like 44.6614"
              attributes={{ inputMode: "decimal", maxLength: 20 }}
            />
            <TextField
              field={field("longitude")}
              label="Longitude"
              hint="Like -84.7148"
              attributes={{ inputMode: "text", maxLength: 20 }}
            />
          </div>
        </details>
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
            <TextField field={field("license")} label="License" attributes={{ maxLength: 60 }} />
          </div>
        </details>
        <div className="row">
          <button type="submit" className="button primary">
            Create company
          </button>{" "}
          <BackButton from="create-company" />
        </div>
      </form>
    </div>
  );
}
