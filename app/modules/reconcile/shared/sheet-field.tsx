import { MAX_MEGABYTES } from "~/lib/files/file-sizes";
import { SelectField } from "~/ui/field";
import type { FormReply } from "~/web/form-action.server";

/** The hint of a field for a table's file, with the largest number of lines in it. */
export const getTableHint = (lines: string) =>
  `CSV, text with tabs, or a spreadsheet (XLSX, XLS or ODS), up to ${MAX_MEGABYTES.table}MB and ${lines}`;
export const TABLE_ACCEPT = ".csv,.tsv,.txt,.xlsx,.xlsm,.xlsb,.xls,.ods,text/csv";

/** Field for the sheet of a workbook to read, shown after a file was sent that has rows on several. */
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
