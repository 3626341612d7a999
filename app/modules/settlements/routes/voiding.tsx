import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { RefusalNotice } from "~/ui/refused";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getVoidForm } from "../data/statement-forms.server";
import { voidStatement } from "../data/void.server";

export const meta: MetaFunction = () => [{ title: "Void a statement · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const settlement_statement_id = parseId(args.params.statementId);
  const form = await callProcedure(getVoidForm, await createContext(args), { settlement_statement_id });
  return { ...form, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(voidStatement, args, {
    fixed: { settlement_statement_id: parseId(args.params.statementId) },
    to: () => `/settlements/statements/${parseId(args.params.statementId)}?done=statement-voided`,
  });

export const handle = createBreadcrumbHandle<typeof loader>({
  "/settlements/statements/:statementId": ({ statement }) => `Statement ${statement.number}`,
});

export default function StatementVoiding() {
  const { statement, why_not, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = { href: `/settlements/statements/${statement.id}`, label: "Keep it" };
  return (
    <div className="narrow">
      <h2>
        Void statement {statement.number} to {statement.receiver}
      </h2>
      {why_not ? (
        <RefusalNotice why={why_not} back={{ ...back, label: "Back" }} />
      ) : (
        <>
          <p>
            It keeps its number. Its loads and adjustments are open again. We'll tell {statement.receiver}{" "}
            why.
          </p>
          <SimpleForm
            result={result}
            submissionId={submission_id}
            values={{}}
            button={`Void statement ${statement.number}`}
            back={back}
            fields={[{ name: "reason", label: "Reason", kind: "area", required: true, maxLength: 500 }]}
          />
        </>
      )}
    </div>
  );
}
