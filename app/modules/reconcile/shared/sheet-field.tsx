import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { SelectField } from "~/ui/field";
import type { FormReply } from "~/web/form-action.server";

/** Hint for a table file field; `lines` is the maximum number of lines as text. */
export const getTableHint = (lines: string) =>
  `CSV, text with tabs, or a spreadsheet (XLSX, XLS or ODS), up to ${MAX_UPLOAD_MEGABYTES.table}MB and ${lines}`;
export const TABLE_FILE_TYPES = ".csv,.tsv,.txt,.xlsx,.xlsm,.xlsb,.xls,.ods,text/csv";

/** Field to choose the sheet of a workbook, shown if the uploaded workbook has rows on several sheets. */
export function SheetField({ result }: { result?: FormReply }) {
  const sheets = result?.choices?.sheet;
  if (!sheets) return null;
  return (
    <SelectField
      field={{ id: "sheet", name: "sheet", errors: result?.reply.error?.sheet ?? undefined }}
      label="Sheet"
      hint="Choose the file again too"
      empty="Choose the sheet"
      options={sheets.map((name) => ({ value: name, label: name }))}
      required
    />
  );
}
