import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RefusalNotice } from "~/ui/refused";
import { ConfirmForm, SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getPayability, markNotPayable, markPayable } from "../data/payable.server";
import { ClaimHeader } from "../ui/claim-head";

export const meta: MetaFunction = () => [{ title: "Not payable · Settlements · Timbertally" }];

const ofAddress = (args: LoaderFunctionArgs) => ({ trip_ticket_settlement_id: parseId(args.params.claimId) });

export async function loader(args: LoaderFunctionArgs) {
  const claim = await callProcedure(getPayability, await createContext(args), ofAddress(args));
  return { claim, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const fixed = ofAddress(args);
  const { is_void } = await callProcedure(getPayability, await createContext(args), fixed);
  return is_void
    ? submit(markPayable, args, { fixed, to: () => "/settlements/needs-you?done=payable" })
    : submit(markNotPayable, args, { fixed, to: () => "/settlements/needs-you?done=not-payable" });
}

/** Page where the payer marks a load as not payable for a service, or removes that mark. */
export default function PayabilityPage() {
  const { claim, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = { href: "/settlements/needs-you", label: "Back" };
  if (claim.is_void)
    return (
      <div className="narrow">
        <ClaimHeader title="Payable after all" claim={claim} />
        <ConfirmForm
          result={result}
          submissionId={submission_id}
          button="Pay it after all"
          danger={false}
          back={back}
        >
          <p>It's open again and goes on the next statement. We'll tell {claim.receiver}.</p>
        </ConfirmForm>
      </div>
    );
  const left = claim.stated_to === null ? null : `Leave it with ${claim.stated_to}`;
  return (
    <div className="narrow">
      <ClaimHeader title={left ?? "Mark not payable"} claim={claim} />
      {claim.why_not ? (
        <RefusalNotice why={claim.why_not} back={back} />
      ) : (
        <>
          <p>
            {left === null
              ? `It's no longer open to pay. ${claim.receiver} can see why. You can take this back.`
              : `${claim.stated_to} keeps what was stated, and ${claim.receiver} is not paid for this load. You can take this back.`}
          </p>
          <SimpleForm
            result={result}
            submissionId={submission_id}
            values={{ reason: left === null ? "" : `Left with ${claim.stated_to}` }}
            button={left ?? "Mark not payable"}
            back={back}
            fields={[{ name: "reason", label: "Reason", kind: "area", required: true, maxLength: 500 }]}
          />
        </>
      )}
    </div>
  );
}
