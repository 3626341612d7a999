import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { createBreadcrumbHandle } from "~/ui/naming";
import { RefusalNotice } from "~/ui/refused";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getCompanyForAdmin } from "../data/company.server";
import { setCompanyDeleted } from "../data/company-acts.server";
import { AdminActionForm } from "../ui/act-form";

export const meta: MetaFunction = () => [{ title: "Delete or restore · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const company = await callProcedure(getCompanyForAdmin, await createUserContext(args), {
    company_id: parseId(args.params.companyId),
  });
  const { id, name, version, is_deleted, under_way, employee_count, joined_into } = company;
  const why_not = joined_into
    ? `${name} was joined with another company and can't be brought back.`
    : !is_deleted && under_way
      ? `${name} has ${formatCount(under_way, "load")} under way. Wait until they are delivered.`
      : null;
  return { id, name, version, is_deleted, employee_count, why_not, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/admin/companies/:companyId": ({ name }) => name,
});

export async function action(args: ActionFunctionArgs) {
  const company_id = parseId(args.params.companyId);
  return submit(setCompanyDeleted, args, {
    fixed: { company_id },
    to: () => `/admin/companies/${company_id}?done=saved`,
  });
}

/** Page to delete a company so that it can be restored, or to restore a deleted one. */
export default function DeleteCompanyPage() {
  const c = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const title = c.is_deleted ? "Restore this company" : "Delete this company";
  const back = { href: `/admin/companies/${c.id}`, label: "Back to the company" };
  if (c.why_not) return <RefusalNotice why={c.why_not} back={back} />;
  return (
    <AdminActionForm
      title={title}
      lede={
        c.is_deleted
          ? "Its people get back in right away, and everything it had is there."
          : `${formatCount(c.employee_count, "person leaves", "people leave")} the company right away and its API keys stop. Its loads and statements stay for the other companies on them. You can restore it.`
      }
      result={result}
      submissionId={c.submission_id}
      version={c.version}
      hidden={{ what: c.is_deleted ? "restore" : "delete" }}
      button={c.is_deleted ? "Restore" : "Delete"}
      danger={!c.is_deleted}
      back={back}
      readers="company"
      what="company"
    />
  );
}
