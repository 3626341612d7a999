import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/lib/money/money";
import { RefusalNotice } from "~/ui/refused";
import { ConfirmForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { cancelAdjustment } from "../data/adjustments.server";
import { getAdjustmentForm } from "../data/item-forms.server";

export const meta: MetaFunction = () => [{ title: "Cancel an adjustment · Timbertally" }];

const ofAddress = (args: LoaderFunctionArgs) => ({
  settlement_adjustment_id: parseId(args.params.adjustmentId),
});

export async function loader(args: LoaderFunctionArgs) {
  const item = await callProcedure(getAdjustmentForm, await createContext(args), ofAddress(args));
  return { item, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(cancelAdjustment, args, {
    fixed: ofAddress(args),
    to: () => "/settlements/adjustments?done=row-deleted",
  });

export default function AdjustmentCancellation() {
  const { item, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = { href: "/settlements/adjustments", label: "Keep it" };
  return (
    <div className="narrow">
      <h2>Cancel an adjustment</h2>
      <p>
        {formatMoney(item.amount_cents)}: {item.words}
      </p>
      {item.why_not ? (
        <RefusalNotice why={item.why_not} back={{ ...back, label: "Back" }} />
      ) : (
        <ConfirmForm
          result={result}
          submissionId={submission_id}
          button="Cancel the adjustment"
          back={back}
        />
      )}
    </div>
  );
}
