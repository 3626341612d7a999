import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getSheet, voidSheet } from "~/features/sheets/sheets.server";
import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { naming } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { sentTexts } from "~/ui/sent-fields";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { redirectReader } from "~/web/redirect-reader.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Void a sheet · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const sheet = await call(getSheet, await context(args), { sheet_id: idOf(args.params.sheetId) });
  if (sheet.voided || sheet.trip_ticket_id)
    redirectReader(args, paths.sheetBook(sheet.job.id, sheet.book_id));
  return { sheet, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({
  "/sheets/:sheetId": ({ sheet }) => ({
    name: `#${sheet.trip_ticket_number}`,
    title: `Sheet #${sheet.trip_ticket_number}`,
    lede: sheet.job.name,
  }),
});

export async function action(args: ActionFunctionArgs) {
  const sheet_id = idOf(args.params.sheetId);
  return submit(voidSheet, args, {
    fixed: { sheet_id },
    to: ({ job_id, book_id }) => paths.sheetBook(job_id, book_id),
  });
}

export default function Voiding() {
  const { sheet, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const before = sentTexts(result);
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
