import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { addFuelRule, getFuelRuleForm } from "../data/rules.server";
import { isFuelMethod, RuleForm } from "../ui/rule-form";

export const meta: MetaFunction = () => [{ title: "Add a fuel surcharge · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const searchParam = new URL(args.request.url).searchParams.get("method") ?? "";
  return {
    ...(await callProcedure(getFuelRuleForm, await createContext(args), {})),
    method: isFuelMethod(searchParam) ? searchParam : ("percent" as const),
    submission_id: createSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(addFuelRule, args, { to: ({ id }) => `/settlements/fuel/surcharges/${id}?done=saved` });

/** Form for a fuel surcharge: percent of the haul, by the mile or by the unit, each with its own fields. */
export default function NewFuelRule() {
  const { region, method, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack loose">
      <div className="stack">
        <h2>Add a fuel surcharge</h2>
        <p className="soft">
          Paid to the hauler on top of the haul, based on the price of diesel the week of the load. It's a
          separate line on the statement.
        </p>
      </div>
      <RuleForm region={region} method={method} result={result} submissionId={submission_id} />
    </div>
  );
}
