import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RefusalNotice } from "~/ui/refused";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getHandover, handOverProblem } from "../data/handover.server";
import { ClaimHeader } from "../ui/claim-head";

export const meta: MetaFunction = () => [{ title: "Ask for help · Settlements · Timbertally" }];

const ofAddress = (args: LoaderFunctionArgs) => ({ trip_ticket_settlement_id: parseId(args.params.claimId) });

export async function loader(args: LoaderFunctionArgs) {
  const claim = await callProcedure(getHandover, await createContext(args), ofAddress(args));
  return { claim, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(handOverProblem, args, {
    fixed: ofAddress(args),
    to: () => "/settlements/needs-you?done=problem-left",
  });

/** Page to hand over a load's problem to a company that can resolve it. */
export default function ProblemHandoverPage() {
  const { claim, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = { href: "/settlements/needs-you", label: "Back" };
  const item = claim.menders.length === 1 ? claim.menders[0] : undefined;
  return (
    <div className="narrow">
      <ClaimHeader title={item ? `Ask ${item.label} to fix it` : "Ask a company to fix it"} claim={claim} />
      {claim.menders.length === 0 ? (
        <RefusalNotice
          why={
            claim.problem === null
              ? "This load can now be paid."
              : "No other company on Timbertally can fix this."
          }
          back={back}
        />
      ) : (
        <>
          <p>They get a notification and an email that say what's missing and where.</p>
          <SimpleForm
            result={result}
            submissionId={submission_id}
            values={item ? { company_id: String(item.value) } : {}}
            button="Ask them to fix it"
            back={back}
            fields={[
              {
                name: "company_id",
                label: "Who can fix it",
                kind: "select",
                options: claim.menders,
                empty: "Choose a company",
                required: true,
              },
              { name: "text", label: "What they should know", kind: "area", maxLength: 500 },
            ]}
          />
        </>
      )}
    </div>
  );
}
