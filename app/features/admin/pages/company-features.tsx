import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActForm } from "~/features/admin/act-form";
import { getAnyCompany } from "~/features/admin/company.server";
import { setFeatureOf } from "~/features/admin/company-acts.server";
import { replyFieldsOf } from "~/ui/employee-form";
import { SelectField, TextField } from "~/ui/field";
import { naming } from "~/ui/naming";
import { userContext } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Features · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const company_id = idOf(args.params.companyId);
  const { id, name, version, features } = await call(getAnyCompany, await userContext(args), { company_id });
  return { id, name, version, features, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({ "/admin/companies/:companyId": ({ name }) => name });

export async function action(args: ActionFunctionArgs) {
  const company_id = idOf(args.params.companyId);
  return submit(setFeatureOf, args, {
    fixed: { company_id },
    to: () => `/admin/companies/${company_id}?done=saved`,
  });
}

/** Gives a company a feature for good or for a while, or takes it away. */
export default function Features() {
  const { id, name, version, features, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const field = replyFieldsOf(result?.reply, { what: "give" });
  return (
    <ActForm
      title="Change features"
      lede={`Extra features for ${name}. Changes take effect right away.`}
      result={result}
      submissionId={submission_id}
      version={version}
      fields={["feature_id", "what", "last_day"]}
      button="Save"
      back={{ href: `/admin/companies/${id}`, label: "Back to the company" }}
      readers="company"
      what="company"
    >
      <SelectField
        field={field("feature_id")}
        label="Feature"
        required
        empty="Choose a feature"
        options={features.map((f) => ({ value: f.id, label: `${f.name}${f.runs ? " (has it)" : ""}` }))}
      />
      <SelectField
        field={field("what")}
        label="What to do"
        required
        options={[
          { value: "give", label: "Add it, or set its last day" },
          { value: "take", label: "Remove it" },
        ]}
      />
      <TextField
        field={field("last_day")}
        label="Last day"
        type="date"
        required={false}
        hint="Leave it empty for no end date."
      />
    </ActForm>
  );
}
