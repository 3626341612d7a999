import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Notice, PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { LeadForm } from "../shared/lead-form";
import { CONTACT_FAILED, createLead, getLeadForm } from "../shared/leads.server";

export const meta: MetaFunction = () => [{ title: "Contact Sales · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const saved = await callProcedure(getLeadForm, await createUserContext(args), {});
  const sent = new URL(args.request.url).searchParams.has("sent");
  return { saved, sent, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(createLead, args, { to: () => "/contact-sales?sent", sorry: CONTACT_FAILED });

export default function ContactSales() {
  const { saved, sent, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (sent)
    return (
      <div className="narrow">
        <PageHead title="Contact Sales" />
        <Notice title="Thank you for contacting our sales team.">
          <p>We've saved your request and how to reach you.</p>
        </Notice>
        <p>
          <a href="/">Go to dashboard</a>
        </p>
      </div>
    );
  return (
    <div className="narrow">
      <PageHead title="Contact Sales" lede="Tell us who to call about a company subscription." />
      <LeadForm saved={saved} result={result} submissionId={submission_id} />
    </div>
  );
}
