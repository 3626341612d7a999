import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { submitUpload } from "~/lib/files/submit-upload.server";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { addStatement, listStatements, PASTED_TEXT_LIMIT } from "../data/statements.server";
import { AddStatement, StatementList } from "../ui/statement-form";

export const meta: MetaFunction = () => [{ title: "Reconcile · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return {
    page: await callProcedure(listStatements, await createContext(args), {}),
    submission_id: createSubmissionId(),
  };
}

export async function action(args: ActionFunctionArgs) {
  return submitUpload(
    addStatement,
    args,
    {
      field: "file",
      needed: "Paste the statement, or choose its file.",
      megabytes: MAX_UPLOAD_MEGABYTES.table,
      long: PASTED_TEXT_LIMIT,
    },
    { to: ({ id, mapped }) => (mapped ? paths.statement(id) : paths.statementColumns(id)) },
  );
}

export default function ReconcilePage() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="stack loose">
      {page.may_add ? (
        <AddStatement page={page} result={result} submissionId={result?.submission_id ?? submission_id} />
      ) : null}
      <StatementList statements={page.statements} />
      <p>
        <a href={paths.reconcileTolerance}>How much two scales may differ</a>
      </p>
    </div>
  );
}
