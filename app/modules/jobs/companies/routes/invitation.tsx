import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createFieldStateGetter } from "~/ui/employee-form";
import { ErrorSummary } from "~/ui/field";
import { NewLinkPage } from "~/ui/new-link";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submitSecret } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getContractorInvite, inviteContractorAgain } from "../data/inviting.server";
import { InvitedContactFields } from "../ui/invite-company";

export const meta: MetaFunction = () => [{ title: "Invite again · Timbertally" }];

const namedBy = (params: LoaderFunctionArgs["params"]) => ({
  job_id: parseId(params.jobId),
  company_id: parseId(params.companyId),
});

export async function loader(args: LoaderFunctionArgs) {
  const named = namedBy(args.params);
  const page = await callProcedure(getContractorInvite, await createContext(args), named);
  return { ...named, page };
}

export async function action(args: ActionFunctionArgs) {
  return submitSecret(inviteContractorAgain, args, namedBy(args.params));
}

export default function InviteContractorAgain() {
  const { job_id, page } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const reply = result?.reply ?? undefined;
  const field = createFieldStateGetter(reply, page.values);
  return (
    <NewLinkPage
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
    </NewLinkPage>
  );
}
