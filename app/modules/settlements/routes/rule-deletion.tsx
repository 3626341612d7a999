import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getRuleForm } from "../data/item-forms.server";
import { deleteSettlementRule } from "../data/rules.server";

export const meta: MetaFunction = () => [{ title: "End it · Timbertally" }];

const ofAddress = (args: LoaderFunctionArgs) => ({ settlement_rule_id: parseId(args.params.ruleId) });

export async function loader(args: LoaderFunctionArgs) {
  const rule = await callProcedure(getRuleForm, await createContext(args), ofAddress(args));
  return { rule, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(deleteSettlementRule, args, {
    fixed: ofAddress(args),
    to: () => "/settlements/rules?done=row-deleted",
  });

export default function RuleDeletion() {
  const { rule, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <h2>End: {rule.words}</h2>
      <p>Statements leave it out from now on. What it already took stays.</p>
      <ConfirmForm
        result={result}
        submissionId={submission_id}
        button="End it"
        back={{ href: "/settlements/rules", label: "Keep it" }}
      />
    </div>
  );
}
