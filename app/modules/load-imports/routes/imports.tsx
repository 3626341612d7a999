import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { submitUpload } from "~/lib/files/submit-upload.server";
import { ButtonLink, EmptyState, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { addImport, listImports, PASTED_ROWS_LIMIT } from "../data/imports.server";
import { AddImport, ImportList } from "../ui/import-form";

export const meta: MetaFunction = () => [{ title: "Import loads · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const job = new URL(args.request.url).searchParams.get("job_id") ?? "";
  return {
    page: await callProcedure(listImports, await createContext(args), {}),
    job,
    submission_id: createSubmissionId(),
  };
}

export async function action(args: ActionFunctionArgs) {
  return submitUpload(
    addImport,
    args,
    {
      field: "file",
      needed: "Paste the rows, or choose their file.",
      megabytes: MAX_UPLOAD_MEGABYTES.table,
      long: PASTED_ROWS_LIMIT,
    },
    { to: ({ id, mapped }) => (mapped ? paths.import(id) : paths.importColumns(id)) },
  );
}

export default function Imports() {
  const { page, job, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        title="Import delivered loads"
        lede="From your spreadsheet. You see every load before anything is saved."
      />
      <div className="stack loose">
        {page.jobs.length ? (
          <AddImport
            page={page}
            job={job}
            result={result}
            submissionId={result?.submission_id ?? submission_id}
          />
        ) : (
          <EmptyState title="No job to import loads for">
            <p className="soft">Loads belong to a job. Set one up, or accept one that you were invited to.</p>
            <ButtonLink href={paths.jobs}>See your jobs</ButtonLink>
          </EmptyState>
        )}
        <ImportList imports={page.imports} />
      </div>
    </>
  );
}
