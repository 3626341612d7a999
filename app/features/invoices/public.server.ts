import { z } from "zod";
import { text } from "~/domain/text/input";
import { dayOf } from "~/domain/time/time";
import { idInput } from "~/features/settlements/inputs";
import { type Ctx, procedure } from "~/web/procedure";
import { type InvoiceRow, issuerOf } from "./access.server";
import { cardOffer } from "./card.server";
import { NO_ZONE } from "./link.server";
import { linkedInvoice } from "./linked.server";
import { INVOICE_PAPERS, invoiceFile, readInvoicePaper } from "./page.server";

const input = { invoice_id: idInput, sig: text(100) };

async function paperFor(ctx: Pick<Ctx, "read" | "now">, row: InvoiceRow) {
  const { zone } = await issuerOf(ctx, row.company_id);
  return readInvoicePaper(ctx, row, dayOf(ctx.now, zone ?? NO_ZONE));
}

/** What a customer sees of an invoice by its link: its paper, and nothing else of the company. */
export const readPublicInvoice = procedure({
  name: "readPublicInvoice",
  audience: "anyone",
  input: z.strictObject(input),
  async run(ctx, { invoice_id, sig }) {
    const row = await linkedInvoice(ctx, invoice_id, sig);
    const [paper, card] = await Promise.all([paperFor(ctx, row), cardOffer(ctx, row)]);
    return { paper, card, file: `/i/${row.id}/file?sig=${encodeURIComponent(sig)}` };
  },
});

/** The same as a PDF. */
export const readPublicInvoiceFile = procedure({
  name: "readPublicInvoiceFile",
  audience: "anyone",
  input: z.strictObject({ ...input, as: z.enum(INVOICE_PAPERS) }),
  async run(ctx, { invoice_id, sig, as }) {
    const row = await linkedInvoice(ctx, invoice_id, sig);
    return invoiceFile(row, as, await paperFor(ctx, row));
  },
});
