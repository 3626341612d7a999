import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { addAdjustment } from "../data/adjustments.server";
import { getItemForm } from "../data/item-forms.server";
import { createPayerField } from "../rules/payer-field";
import { ADJUSTMENT_KIND_OPTIONS } from "../rules/words";

export const meta: MetaFunction = () => [{ title: "Add an adjustment · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return {
    ...(await callProcedure(getItemForm, await createContext(args), {})),
    submission_id: createSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(addAdjustment, args, { to: () => "/settlements/adjustments?done=saved" });

export default function NewAdjustment() {
  const { payers, receivers, today, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <h2>Add an adjustment</h2>
      <SimpleForm
        result={result}
        submissionId={submission_id}
        values={{ due_on: today, paying_company_id: payers[0]?.value ?? "" }}
        button="Add it"
        back={{ href: "/settlements/adjustments", label: "Cancel" }}
        fields={[
          ...createPayerField(payers),
          {
            name: "receiving_company_id",
            label: "Who is paid",
            kind: "select",
            options: receivers,
            empty: "Choose a company",
            required: true,
          },
          {
            name: "kind",
            label: "What it is",
            kind: "select",
            options: ADJUSTMENT_KIND_OPTIONS,
            empty: "Choose what it is",
            required: true,
          },
          { name: "amount", label: "Amount", kind: "decimal", required: true },
          { name: "words", label: "What for", required: true, maxLength: 200 },
          { name: "due_on", label: "On statements from", kind: "date", required: true },
        ]}
      />
    </div>
  );
}
