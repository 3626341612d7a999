import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createFieldStateGetter } from "~/ui/employee-form";
import { SelectField, TextField } from "~/ui/field";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getCompanyForAdmin } from "../data/company.server";
import { setCompanyFeature } from "../data/company-acts.server";
import { AdminActionForm } from "../ui/act-form";

export const meta: MetaFunction = () => [{ title: "Features · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const company_id = parseId(args.params.companyId);
  const { id, name, version, features } = await callProcedure(
    getCompanyForAdmin,
    await createUserContext(args),
    {
      company_id,
    },
  );
  return { id, name, version, features, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/admin/companies/:companyId": ({ name }) => name,
});

export async function action(args: ActionFunctionArgs) {
  const company_id = parseId(args.params.companyId);
  return submit(setCompanyFeature, args, {
    fixed: { company_id },
    to: () => `/admin/companies/${company_id}?done=saved`,
  });
}

/** Page to grant a company a feature permanently or temporarily, or to remove it. */
export default function CompanyFeaturesPage() {
  const { id, name, version, features, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const field = createFieldStateGetter(result?.reply, { what: "give" });
  return (
    <AdminActionForm
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
    </AdminActionForm>
  );
}
