import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { editCompany, getCompanyForm } from "../data/edit-company.server";
import { CompanyForm } from "../ui/company-form";

export const meta: MetaFunction = () => [{ title: "Edit Company · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const form = await callProcedure(getCompanyForm, await createContext(args), {});
  return { form, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(editCompany, args, {
    blankIsNull: true,
    to: ({ is_changed }) => `/company?done=${is_changed ? "company-updated" : "unchanged"}`,
    sorry: "Sorry, an error occurred updating the company.",
  });

export default function EditCompany() {
  const { form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Edit Company" />
      <CompanyForm form={form} result={result} submissionId={result?.submission_id ?? submission_id} />
    </div>
  );
}
