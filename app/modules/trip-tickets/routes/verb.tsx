import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { SelectField } from "~/ui/field";
import { Facts, Notice, PageHead } from "~/ui/parts";
import { Status } from "~/ui/status";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit, toErrorResponse } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { notFound } from "~/web/refusal";
import { createSubmissionId } from "~/web/submission-id.server";
import { moveTicket } from "../life-cycle/data/change-status.server";
import { getVerbPage } from "../life-cycle/data/verb-page.server";
import { LIFECYCLE_VERBS, type LifecycleVerb } from "../rules/lifecycle";
import { getOtherDriverMessage } from "../ui/ticket-steps";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.step.label} · Trip Ticket #${data.step.number} · Timbertally` : "Trip ticket" },
];

function verbOf(value: string | undefined): LifecycleVerb {
  const verb = LIFECYCLE_VERBS.find((v) => v === value);
  if (!verb) throw toErrorResponse(notFound());
  return verb;
}

export async function loader(args: LoaderFunctionArgs) {
  const verb = verbOf(args.params.verb);
  const input = { id: parseId(args.params.ticketId), verb };
  return {
    step: await callProcedure(getVerbPage, await createContext(args), input),
    submission_id: createSubmissionId(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const verb = verbOf(args.params.verb);
  return submit(moveTicket, args, {
    fixed: { id: parseId(args.params.ticketId), verb },
    to: ({ id }) => paths.ticket(id),
  });
}

const WHAT: Partial<Record<LifecycleVerb, string>> = {
  cancellation:
    "The ticket is canceled and no one can haul it. Its number can't be reused. You can make it available again.",
  release: "The load becomes available again, without a hauler.",
  reopening: "The load is under way again, and its drop-off time is cleared.",
};

export default function TicketActionPage() {
  const { step, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const words = step.verb === "cancellation" ? `Cancel ticket ${step.number}` : step.label;
  const facts = (
    <div className="card">
      <Facts
        facts={[
          { term: "Status", value: <Status id={step.status} /> },
          { term: "Becomes", value: step.becomes },
          { term: "Product", value: step.product },
          { term: "Job", value: step.job },
          { term: "Destination", value: step.destination },
          ...(step.hauler ? [{ term: "Hauler", value: step.hauler }] : []),
        ]}
      />
    </div>
  );
  return (
    <div className="narrow" id="question">
      <PageHead title={words} lede={WHAT[step.verb]} />
      <div className="stack">
        {step.others_driver ? <Notice tone="warn" title={getOtherDriverMessage(step.others_driver)} /> : null}
        {step.refused ? (
          <>
            {facts}
            <Notice tone="warn">
              <p>{step.refused}</p>
            </Notice>
            <a className="button" href={paths.ticket(step.id)}>
              Back to ticket
            </a>
          </>
        ) : (
          <ActionForm
            className="stack next-step"
            result={result}
            submissionId={submission_id}
            version={step.version}
            button={words}
            danger={step.verb === "cancellation"}
            back={{ href: paths.ticket(step.id), label: "Back to ticket" }}
          >
            {facts}
            {step.verb === "claim" && step.must_choose_hauler ? (
              <SelectField
                field={{
                  id: "hauler_company_id",
                  name: "hauler_company_id",
                  defaultValue: step.hauler_id === null ? undefined : String(step.hauler_id),
                  errors: errors.hauler_company_id ?? undefined,
                }}
                label="Hauler"
                empty={step.hauler_id === null ? "Choose a hauler" : undefined}
                options={step.haulers}
                required
              />
            ) : null}
            {step.verb === "claim" && !step.must_choose_hauler && step.haulers[0] ? (
              <input type="hidden" name="hauler_company_id" value={step.haulers[0].value} />
            ) : null}{" "}
            {step.drivers.length ? (
              <SelectField
                field={{
                  id: "hauler_user_id",
                  name: "hauler_user_id",
                  defaultValue: step.driver ? String(step.driver) : undefined,
                  errors: errors.hauler_user_id ?? undefined,
                }}
                label="Driver"
                empty="Not set"
                options={step.drivers}
              />
            ) : null}
          </ActionForm>
        )}
      </div>
    </div>
  );
}
