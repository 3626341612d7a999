import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import { invoice } from "#db/schema";
import { text } from "~/domain/text/input";
import { dayOf } from "~/domain/time/time";
import { idInput } from "~/features/settlements/inputs";
import { type Ctx, procedure } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { type InvoiceRow, issuerOf } from "./access.server";
import { linkHolds } from "./link.server";
import { INVOICE_PAPERS, invoiceFile, readInvoicePaper } from "./page.server";

const input = { invoice_id: idInput, sig: text(100) };
/** Days are told to a customer as they are where the issuer is. */
const NO_ZONE = "America/Chicago";

/** An issued invoice that a signed link opens: any other is as if it were not there. */
async function linkedInvoice({ read }: Pick<Ctx, "read">, id: number, sig: string): Promise<InvoiceRow> {
  if (!linkHolds(id, sig)) throw missing();
  const [row] = await read
    .select()
    .from(invoice)
    .where(and(eq(invoice.id, id), ne(invoice.status, "draft")));
  if (!row) throw missing();
  return row;
}

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
    return { paper: await paperFor(ctx, row), file: `/i/${row.id}/file?sig=${encodeURIComponent(sig)}` };
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
