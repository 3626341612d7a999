import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getStatement } from "../data/statement-page.server";
import { mapStatement } from "../data/statements.server";
import { MappingForm } from "../ui/statement-form";

export const meta: MetaFunction = () => [{ title: "Columns of the statement · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const statement_id = parseId(args.params.statementId);
  const statement = await callProcedure(getStatement, await createContext(args), { statement_id });
  return { statement, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/trip-tickets/reconcile/:statementId": (data) => data.statement.mill,
});

export async function action(args: ActionFunctionArgs) {
  const statement_id = parseId(args.params.statementId);
  return submit(mapStatement, args, { fixed: { statement_id }, to: ({ id }) => paths.statement(id) });
}

export default function StatementColumnsPage() {
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
