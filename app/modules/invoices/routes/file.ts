import { buildStreamResponse } from "~/lib/files/stream-answer.server";
import { createFileLoader } from "~/web/bytes.server";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { INVOICE_DOCUMENT_KINDS, readInvoiceFile } from "../data/page.server";

/** Return an invoice as a PDF, or its receipt if the URL requests the receipt. */
export const loader = createFileLoader(async (args) => {
  const searchParam = new URL(args.request.url).searchParams.get("as");
  const as = INVOICE_DOCUMENT_KINDS.find((kind) => kind === searchParam) ?? "invoice";
  return buildStreamResponse(
    await callProcedure(readInvoiceFile, await createContext(args), {
      invoice_id: parseId(args.params.invoiceId),
      as,
    }),
  );
});
