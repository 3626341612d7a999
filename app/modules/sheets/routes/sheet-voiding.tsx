import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { getSentTexts } from "~/ui/sent-fields";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { redirectOnGet } from "~/web/redirect-reader.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getSheet, voidSheet } from "../shared/sheets.server";

export const meta: MetaFunction = () => [{ title: "Void a sheet · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const sheet = await callProcedure(getSheet, await createContext(args), {
    sheet_id: parseId(args.params.sheetId),
  });
  if (sheet.voided || sheet.trip_ticket_id) redirectOnGet(args, paths.sheetBook(sheet.job.id, sheet.book_id));
  return { sheet, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/sheets/:sheetId": ({ sheet }) => ({
    name: `#${sheet.trip_ticket_number}`,
    title: `Sheet #${sheet.trip_ticket_number}`,
    lede: sheet.job.name,
  }),
});

export async function action(args: ActionFunctionArgs) {
  const sheet_id = parseId(args.params.sheetId);
  return submit(voidSheet, args, {
    fixed: { sheet_id },
    to: ({ job_id, book_id }) => paths.sheetBook(job_id, book_id),
  });
}

export default function SheetVoiding() {
  const { sheet, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const before = getSentTexts(result);
  const field = {
    id: "reason",
    name: "reason",
    defaultValue: before.reason,
    errors: errors.reason ?? undefined,
  };
  return (
    <div className="narrow">
      <PageHead title={`Void sheet #${sheet.trip_ticket_number}`} />
      <ActionForm
        result={result}
        submissionId={submission_id}
        fields={[field]}
        className="stack card"
        button="Void the sheet"
        danger
        back={{ href: paths.sheetBook(sheet.job.id, sheet.book_id), label: "Keep it" }}
      >
        <p>
          Ticket number {sheet.trip_ticket_number} and load number {sheet.load_number} can't be reused. The
          reason accounts for them.
        </p>
        <TextField
          field={field}
          label="Reason"
          hint="Like: wet, torn, lost"
          required
          attributes={{ maxLength: 200 }}
        />
      </ActionForm>
    </div>
  );
}
