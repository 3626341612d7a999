import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MappingForm } from "~/features/reconcile/statement-form";
import { getStatement } from "~/features/reconcile/statement-page.server";
import { mapStatement } from "~/features/reconcile/statements.server";
import { naming } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Columns of the statement · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const statement_id = idOf(args.params.statementId);
  const statement = await call(getStatement, await context(args), { statement_id });
  return { statement, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({
  "/trip-tickets/reconcile/:statementId": (data) => data.statement.mill,
});

export async function action(args: ActionFunctionArgs) {
  const statement_id = idOf(args.params.statementId);
  return submit(mapStatement, args, { fixed: { statement_id }, to: ({ id }) => paths.statement(id) });
}

export default function Columns() {
  const { statement, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        title="Columns of the statement"
        lede={`We only ask once. Your answers are saved for ${statement.mill}`}
      />
      <MappingForm
        statement={statement}
        result={result}
        submissionId={result?.submission_id ?? submission_id}
      />
    </>
  );
}
