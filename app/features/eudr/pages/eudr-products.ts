import { stringify } from "csv-stringify/sync";
import { guardedCell } from "~/domain/text/csv-guard";
import { exportEudrProducts } from "~/features/eudr/eudr.server";
import { bytesLoader } from "~/web/bytes.server";
import { context } from "~/web/context.server";
import { call, idOf } from "~/web/respond.server";

/** What was delivered by product, to be saved beside the places. */
export const loader = bytesLoader(async (args) => {
  const file = await call(exportEudrProducts, await context(args), { id: idOf(args.params.jobId) });
  const text = stringify(
    file.cells.map((row) => row.map(guardedCell)),
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
