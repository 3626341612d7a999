import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getVoidForm } from "~/features/settlements/statement-forms.server";
import { voidStatement } from "~/features/settlements/void.server";
import { naming } from "~/ui/naming";
import { Refused } from "~/ui/refused";
import { SimpleForm } from "~/ui/simple-form";
import { context } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Void a statement · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const settlement_statement_id = idOf(args.params.statementId);
  const form = await call(getVoidForm, await context(args), { settlement_statement_id });
  return { ...form, submission_id: newSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(voidStatement, args, {
    fixed: { settlement_statement_id: idOf(args.params.statementId) },
    to: () => `/settlements/statements/${idOf(args.params.statementId)}?done=statement-voided`,
  });

export const handle = naming<typeof loader>({
  "/settlements/statements/:statementId": ({ statement }) => `Statement ${statement.number}`,
});

export default function Voiding() {
  const { statement, why_not, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = { href: `/settlements/statements/${statement.id}`, label: "Keep it" };
  return (
    <div className="narrow">
      <h2>
        Void statement {statement.number} to {statement.receiver}
      </h2>
      {why_not ? (
        <Refused why={why_not} back={{ ...back, label: "Back" }} />
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
