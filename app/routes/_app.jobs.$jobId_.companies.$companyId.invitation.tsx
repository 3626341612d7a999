import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ContactFields } from "~/features/job-companies/invite-company";
import { getContractorInvite, inviteContractorAgain } from "~/features/job-companies/inviting.server";
import { fieldsOf } from "~/features/people/employee-form";
import { ErrorSummary } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Invite again · Timbertally" }];

const namedBy = (params: LoaderFunctionArgs["params"]) => ({
  job_id: idOf(params.jobId),
  company_id: idOf(params.companyId),
});

export async function loader(args: LoaderFunctionArgs) {
  const named = namedBy(args.params);
  const page = await call(getContractorInvite, await context(args), named);
  return { ...named, page, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const named = namedBy(args.params);
  return submit(inviteContractorAgain, args, {
    fixed: named,
    to: () => paths.job(named.job_id, "companies"),
  });
}

export default function InviteAgain() {
  const { job_id, page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const field = fieldsOf(result?.reply, page.values);
  return (
    <div className="narrow">
      <PageHead
        title={`Invite ${page.company} again`}
        lede="The person gets a new link to join. The link from before stops working."
      />
      <form method="post" className="stack card">
        <ErrorSummary
          formErrors={result?.reply.error?.[""] ?? undefined}
          fields={["first_name", "last_name", "phone_number", "email"].map((f) => field(f, `invite-${f}`))}
        />
        <input type="hidden" name="submission_id" value={result?.submission_id ?? submission_id} />
        <ContactFields field={field} />
        <div className="row">
          <button type="submit" className="button primary">
            Send the link
          </button>{" "}
          <a href={paths.job(job_id, "companies")}>Back to companies</a>
        </div>
      </form>
    </div>
  );
}
