import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { InvitedContactFields } from "~/features/job-companies/invite-company";
import { getContractorInvite, inviteContractorAgain } from "~/features/job-companies/inviting.server";
import { replyFieldsOf } from "~/ui/employee-form";
import { ErrorSummary } from "~/ui/field";
import { NewLink } from "~/ui/new-link";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, show } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Invite again · Timbertally" }];

const namedBy = (params: LoaderFunctionArgs["params"]) => ({
  job_id: idOf(params.jobId),
  company_id: idOf(params.companyId),
});

export async function loader(args: LoaderFunctionArgs) {
  const named = namedBy(args.params);
  const page = await call(getContractorInvite, await context(args), named);
  return { ...named, page };
}

export async function action(args: ActionFunctionArgs) {
  return show(inviteContractorAgain, args, namedBy(args.params));
}

export default function InviteAgain() {
  const { job_id, page } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const reply = result?.reply ?? undefined;
  const field = replyFieldsOf(reply, page.values);
  return (
    <NewLink
      name={page.company}
      lede={`The person who opens it becomes the admin of ${page.company}. It works for two weeks. Earlier links stop working.`}
      made={result?.shown}
      back={{ href: paths.job(job_id, "companies"), label: "Back to companies" }}
    >
      <ErrorSummary
        formErrors={reply?.error?.[""] ?? undefined}
        fields={["first_name", "last_name", "phone_number", "email"].map((f) => field(f, `invite-${f}`))}
      />
      <InvitedContactFields field={field} texts={page.texts} />
    </NewLink>
  );
}
