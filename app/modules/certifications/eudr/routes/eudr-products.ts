import { stringify } from "csv-stringify/sync";
import { escapeFormulaCell } from "~/lib/text/csv-guard";
import { createFileLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { exportEudrProducts } from "../data/eudr.server";

/** Download the deliveries by product, to accompany the file of harvest areas. */
export const loader = createFileLoader(async (args) => {
  const file = await callProcedure(exportEudrProducts, await createContext(args), {
    id: parseId(args.params.jobId),
  });
  const text = stringify(
    file.cells.map((row) => row.map(escapeFormulaCell)),
    { bom: true, escape_formulas: true },
  );
  return new Response(text, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${file.file_name}"`,
      "Cache-Control": "private, no-store",
    },
  });
});
