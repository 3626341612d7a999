import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextArea } from "~/ui/field";
import { createBreadcrumbHandle } from "~/ui/naming";
import { DetailBox, Facts, PageHead, Time } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { answerLead, getLead, reopenLead } from "../data/leads.server";

export const meta: MetaFunction = () => [{ title: "Lead · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const lead = await callProcedure(getLead, await createUserContext(args), {
    lead_id: parseId(args.params.leadId),
  });
  return { ...lead, submission_id: createSubmissionId(), reopen_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/admin/leads/:leadId": ({ company_name }) => company_name,
});

export async function action(args: ActionFunctionArgs) {
  const lead_id = parseId(args.params.leadId);
  const reopens = new URL(args.request.url).searchParams.has("reopen");
  return submit(reopens ? reopenLead : answerLead, args, {
    fixed: { lead_id },
    to: () => (reopens ? `/admin/leads/${lead_id}?done=saved` : "/admin/leads?done=saved"),
  });
}

/** Page of a subscription request: the sender's contact details, and the answer. */
export default function Lead() {
  const lead = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const here = `/admin/leads/${lead.id}`;
  const field = createFieldStateGetter(result?.reply, { answer: lead.answer });
  return (
    <div className="narrow stack loose">
      <PageHead title={lead.company_name} lede={`${lead.name} asked to hear about a subscription.`} />
      <DetailBox title="Who asked">
        <Facts
          facts={[
            { term: "Email", value: <a href={`mailto:${lead.email}`}>{lead.email}</a> },
            { term: "Phone", value: <a href={`tel:${lead.phone_number}`}>{lead.phone}</a> },
            { term: "Asked", value: <Time {...lead.asked} /> },
            {
              term: "Account",
              value: lead.person ? (
                <a href={`/admin/users/${lead.person.id}`}>{lead.person.name}</a>
              ) : (
                "Not signed in"
              ),
            },
            {
              term: "Company here",
              value: lead.company ? (
                <a href={`/admin/companies/${lead.company.id}`}>{lead.company.name}</a>
              ) : (
                "None yet"
              ),
            },
          ]}
        />
        {lead.company ? (
          <p>
            To try it, give {lead.company.name} a feature:{" "}
            <a href={`/admin/companies/${lead.company.id}/features`}>Features</a>
          </p>
        ) : null}
      </DetailBox>
      {lead.answered ? (
        <DetailBox title="Answered">
          <p className="said">{lead.answer}</p>
          <p className="soft small">
            <Time {...lead.answered} />, {lead.answered_by}
          </p>
          <ActionForm
            action={`${here}?reopen`}
            submissionId={lead.reopen_id}
            version={lead.version}
            button="Move back to waiting"
            plain
          />
        </DetailBox>
      ) : null}
      <ActionForm
        action={here}
        result={result}
        submissionId={lead.submission_id}
        version={lead.version}
        fields={[field("answer")]}
        conflict={{ fields: [], href: here, what: "lead" }}
        className="stack card"
        head={<h2>{lead.answered ? "Correct the note" : "Answer"}</h2>}
        button={lead.answered ? "Save" : "Mark as answered"}
        back={{ href: "/admin/leads", label: "Back to leads" }}
      >
        <TextArea
          field={field("answer")}
          label="What was agreed"
          required
          hint="Only the people who run the site can read it."
          maxLength={1000}
        />
      </ActionForm>
    </div>
  );
}
