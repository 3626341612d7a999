import { z } from "zod";
import { textField } from "~/lib/text/input";
import { getDay } from "~/lib/time/time";
import { idField } from "~/modules/settlements/rules/inputs";
import { type Ctx, procedure } from "~/web/procedure";
import { type InvoiceRow, readIssuer } from "./access.server";
import { readCardOffer } from "./card.server";
import { DEFAULT_ZONE } from "./link.server";
import { requireLinkedInvoice } from "./linked.server";
import { buildInvoiceFile, INVOICE_PAPERS, readInvoicePaper } from "./page.server";

const input = { invoice_id: idField, sig: textField(100) };

async function paperFor(ctx: Pick<Ctx, "read" | "now">, row: InvoiceRow) {
  const { zone } = await readIssuer(ctx, row.company_id);
  return readInvoicePaper(ctx, row, getDay(ctx.now, zone ?? DEFAULT_ZONE));
}

/** Return a customer's view of an invoice by its link: its paper, and nothing else of the company. */
export const readPublicInvoice = procedure({
  name: "readPublicInvoice",
  audience: "anyone",
  input: z.strictObject(input),
  async run(ctx, { invoice_id, sig }) {
    const row = await requireLinkedInvoice(ctx, invoice_id, sig);
    const [paper, card] = await Promise.all([paperFor(ctx, row), readCardOffer(ctx, row)]);
    return { paper, card, file: `/i/${row.id}/file?sig=${encodeURIComponent(sig)}` };
  },
});

/** The same as a PDF. */
export const readPublicInvoiceFile = procedure({
  name: "readPublicInvoiceFile",
  audience: "anyone",
  input: z.strictObject({ ...input, as: z.enum(INVOICE_PAPERS) }),
  async run(ctx, { invoice_id, sig, as }) {
    const row = await requireLinkedInvoice(ctx, invoice_id, sig);
    return buildInvoiceFile(row, as, await paperFor(ctx, row));
  },
});
