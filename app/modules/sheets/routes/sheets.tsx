import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { listBooks, printBook } from "../shared/sheets.server";
import { BookList, NewBookForm } from "../ui/books";

export const meta: MetaFunction = () => [{ title: "Blank sheets · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const job_id = parseId(args.params.jobId);
  return {
    page: await callProcedure(listBooks, await createContext(args), { job_id }),
    submission_id: createSubmissionId(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const job_id = parseId(args.params.jobId);
  return submit(printBook, args, { fixed: { job_id }, to: ({ id }) => paths.sheetBook(job_id, id) });
}

export default function Sheets() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead title="Blank sheets" />
      <div className="stack loose">
        {page.may_print ? (
          <NewBookForm result={result} submissionId={result?.submission_id ?? submission_id} />
        ) : null}
        <BookList page={page} />
      </div>
    </>
  );
}
