import { streamAnswer } from "~/core/files/stream-answer.server";
import { INVOICE_PAPERS } from "~/features/invoices/page.server";
import { readPublicInvoiceFile } from "~/features/invoices/public.server";
import { bytesLoader } from "~/web/bytes.server";
import { openContext } from "~/web/context.server";
import { call, idOf } from "~/web/respond.server";

/** The PDF that an invoice's signed link opens. */
export const loader = bytesLoader(async (args) => {
  const { searchParams } = new URL(args.request.url);
  const as = INVOICE_PAPERS.find((kind) => kind === searchParams.get("as")) ?? "invoice";
  const sig = (searchParams.get("sig") ?? "").slice(0, 100);
  const invoice_id = idOf(args.params.invoiceId);
  return streamAnswer(await call(readPublicInvoiceFile, await openContext(args), { invoice_id, sig, as }));
});
