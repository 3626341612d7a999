import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextField } from "~/ui/field";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getCompanyForAdmin } from "../data/company.server";
import { renameCompany } from "../data/company-acts.server";
import { AdminActionForm } from "../ui/act-form";

export const meta: MetaFunction = () => [{ title: "Rename · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const company_id = parseId(args.params.companyId);
  const { id, name, version } = await callProcedure(getCompanyForAdmin, await createUserContext(args), {
    company_id,
  });
  return { id, name, version, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/admin/companies/:companyId": ({ name }) => name,
});

export async function action(args: ActionFunctionArgs) {
  const company_id = parseId(args.params.companyId);
  return submit(renameCompany, args, {
    fixed: { company_id },
    to: () => `/admin/companies/${company_id}?done=saved`,
  });
}

/** Page to rename a company, so that two companies with the same name can be distinguished. */
export default function RenameCompanyPage() {
  const { id, name, version, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const field = createFieldStateGetter(result?.reply, { name });
  return (
    <AdminActionForm
      title="Rename this company"
      lede="Everyone sees the new name right away. Papers that were printed keep the former one."
      result={result}
      submissionId={submission_id}
      version={version}
      fields={["name"]}
      button="Rename"
      back={{ href: `/admin/companies/${id}`, label: "Back to the company" }}
      readers="company"
      what="company"
    >
      <TextField field={field("name")} label="Company Name" required attributes={{ maxLength: 120 }} />
    </AdminActionForm>
  );
}
