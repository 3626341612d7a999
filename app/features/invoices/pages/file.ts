import { streamAnswer } from "~/core/files/stream-answer.server";
import { INVOICE_PAPERS, readInvoiceFile } from "~/features/invoices/page.server";
import { bytesLoader } from "~/web/bytes.server";
import { context } from "~/web/context.server";
import { call, idOf } from "~/web/respond.server";

/** An invoice as a PDF, or its receipt where the address says so. */
export const loader = bytesLoader(async (args) => {
  const wanted = new URL(args.request.url).searchParams.get("as");
  const as = INVOICE_PAPERS.find((kind) => kind === wanted) ?? "invoice";
  return streamAnswer(
    await call(readInvoiceFile, await context(args), { invoice_id: idOf(args.params.invoiceId), as }),
  );
});
