import { z } from "zod";
import { createTextSchema } from "~/lib/text/input";
import { getDay } from "~/lib/time/time";
import { idField } from "~/modules/settlements/rules/inputs";
import { type Ctx, procedure } from "~/web/procedure";
import { type InvoiceRow, readIssuer } from "./access.server";
import { readCardPaymentOptions } from "./card.server";
import { DEFAULT_ZONE } from "./link.server";
import { requireLinkedInvoice } from "./linked.server";
import { buildInvoiceFile, INVOICE_DOCUMENT_KINDS, readInvoiceDocument } from "./page.server";

const input = { invoice_id: idField, sig: createTextSchema(100) };

async function paperFor(ctx: Pick<Ctx, "read" | "now">, row: InvoiceRow) {
  const { zone } = await readIssuer(ctx, row.company_id);
  return readInvoiceDocument(ctx, row, getDay(ctx.now, zone ?? DEFAULT_ZONE));
}

/** Return an invoice opened by its link as its customer sees it: the document, and nothing else about the company. */
export const readPublicInvoice = procedure({
  name: "readPublicInvoice",
  audience: "anyone",
  input: z.strictObject(input),
  async run(ctx, { invoice_id, sig }) {
    const row = await requireLinkedInvoice(ctx, invoice_id, sig);
    const [paper, card] = await Promise.all([paperFor(ctx, row), readCardPaymentOptions(ctx, row)]);
    return { paper, card, file: `/i/${row.id}/file?sig=${encodeURIComponent(sig)}` };
  },
});

/** Return the PDF of an invoice opened by its link. */
export const readPublicInvoiceFile = procedure({
  name: "readPublicInvoiceFile",
  audience: "anyone",
  input: z.strictObject({ ...input, as: z.enum(INVOICE_DOCUMENT_KINDS) }),
  async run(ctx, { invoice_id, sig, as }) {
    const row = await requireLinkedInvoice(ctx, invoice_id, sig);
    return buildInvoiceFile(row, as, await paperFor(ctx, row));
  },
});
