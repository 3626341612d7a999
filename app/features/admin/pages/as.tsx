import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActForm } from "~/features/admin/act-form";
import { SEEN_MINUTES } from "~/features/admin/acts.server";
import { startSeeing } from "~/features/admin/company-acts.server";
import { eyesPath, getEyes } from "~/features/admin/see-as.server";
import { naming } from "~/ui/naming";
import { userContext } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "See what they see · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args.params.companyId);
  const { name } = await call(getEyes, await userContext(args), { company_id: id });
  return { id, name, minutes: SEEN_MINUTES, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({ "/admin/companies/:companyId": ({ name }) => name });

export async function action(args: ActionFunctionArgs) {
  const company_id = idOf(args.params.companyId);
  return submit(startSeeing, args, { fixed: { company_id }, to: () => `${eyesPath(company_id)}/jobs` });
}

/** Asks why somebody wants to see as a company sees. */
export default function As() {
  const { id, name, minutes, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <ActForm
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
