import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getCompanyForAdmin } from "../data/company.server";
import { setCompanyPlan } from "../data/company-acts.server";
import { AdminActionForm } from "../ui/act-form";

export const meta: MetaFunction = () => [{ title: "Plan · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const company_id = parseId(args.params.companyId);
  const { id, name, version, is_professional } = await callProcedure(
    getCompanyForAdmin,
    await createUserContext(args),
    {
      company_id,
    },
  );
  return { id, name, version, is_professional, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/admin/companies/:companyId": ({ name }) => name,
});

export async function action(args: ActionFunctionArgs) {
  const company_id = parseId(args.params.companyId);
  return submit(setCompanyPlan, args, {
    fixed: { company_id },
    to: () => `/admin/companies/${company_id}?done=saved`,
  });
}

/** Page to put a company on the professional plan, or to remove it from the plan. */
export default function CompanyPlanPage() {
  const { id, name, version, is_professional, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <AdminActionForm
      title={is_professional ? "End the professional plan" : "Start the professional plan"}
      lede={
        is_professional
          ? `${name} is on the professional plan. It ends right away. Its features stay until you remove them.`
          : `${name} has no plan. The professional plan starts right away. Features are added separately.`
      }
      result={result}
      submissionId={submission_id}
      version={version}
      fields={["plan"]}
      hidden={{ plan: is_professional ? "none" : "professional" }}
      button={is_professional ? "End the plan" : "Start the plan"}
      danger={is_professional}
      back={{ href: `/admin/companies/${id}`, label: "Back to the company" }}
      readers="company"
      what="company"
    />
  );
}
