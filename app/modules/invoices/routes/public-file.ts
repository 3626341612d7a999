import { buildStreamResponse } from "~/lib/files/stream-answer.server";
import { createFileLoader } from "~/web/bytes.server";
import { createOpenContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { INVOICE_DOCUMENT_KINDS } from "../data/page.server";
import { readPublicInvoiceFile } from "../data/public.server";

/** The PDF that an invoice's signed link opens. */
export const loader = createFileLoader(async (args) => {
  const { searchParams } = new URL(args.request.url);
  const as = INVOICE_DOCUMENT_KINDS.find((kind) => kind === searchParams.get("as")) ?? "invoice";
  const sig = (searchParams.get("sig") ?? "").slice(0, 100);
  const invoice_id = parseId(args.params.invoiceId);
  return buildStreamResponse(
    await callProcedure(readPublicInvoiceFile, await createOpenContext(args), { invoice_id, sig, as }),
  );
});
