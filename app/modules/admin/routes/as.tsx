import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { VIEW_AS_MINUTES } from "../data/acts.server";
import { requestViewAsCompany } from "../data/company-acts.server";
import { buildViewAsPath, getViewAsActor } from "../data/see-as.server";
import { AdminActionForm } from "../ui/act-form";

export const meta: MetaFunction = () => [{ title: "See what they see · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const id = parseId(args.params.companyId);
  const { name } = await callProcedure(getViewAsActor, await createUserContext(args), { company_id: id });
  return { id, name, minutes: VIEW_AS_MINUTES, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/admin/companies/:companyId": ({ name }) => name,
});

export async function action(args: ActionFunctionArgs) {
  const company_id = parseId(args.params.companyId);
  return submit(requestViewAsCompany, args, {
    fixed: { company_id },
    to: () => `${buildViewAsPath(company_id)}/jobs`,
  });
}

/** Page that asks for the reason for viewing the site as a company. */
export default function RequestViewAsPage() {
  const { id, name, minutes, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <AdminActionForm
      title={`See what ${name} sees`}
      lede={`For ${minutes} minutes you can see its jobs, loads and production as its admins do. You can't change anything.`}
      result={result}
      submissionId={submission_id}
      button="See what they see"
      back={{ href: `/admin/companies/${id}`, label: "Back to the company" }}
      readers="company"
      what="company"
    />
  );
}
