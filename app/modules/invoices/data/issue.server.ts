import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { certification, invoice, invoiceLine } from "#db/schema";
import { formatDay } from "~/lib/time/time";
import { buildCloseCardPagesSteps } from "~/modules/billing/shared/close-pages.server";
import { idField } from "~/modules/settlements/rules/inputs";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { procedure, type ReadCtx } from "~/web/procedure";
import { forbidden, unprocessable } from "~/web/refusal";
import { getInvoiceToday, type InvoiceRow, requireVisibleInvoice } from "./access.server";
import { requireInvoiceableStatement } from "./from-statement.server";

const input = z.strictObject({ invoice_id: idField });

/** SQL for the acting company's next invoice number: one above its highest number so far, including void invoices. */
const nextNumber = (company: number) =>
  sql<number>`(SELECT coalesce(max(i.number), 1000) + 1 FROM invoice i WHERE i.company_id = ${company} AND i.number IS NOT NULL)`;

/** True if a license on the draft no longer matches its certification. */
async function hasChangedClaim({ read }: Pick<ReadCtx, "read">, id: number): Promise<boolean> {
  const [changed] = await read
    .select({ seq: invoiceLine.seq })
    .from(invoiceLine)
    .innerJoin(certification, eq(certification.id, invoiceLine.certification_id))
    .where(
      and(
        eq(invoiceLine.invoice_id, id),
        sql`(${certification.is_deleted} = 1 OR ${certification.license} <> ${invoiceLine.certification_license})`,
      ),
    )
    .limit(1);
  return changed !== undefined;
}

/** Issue a draft: it gets its number, and its lines and amounts never change again. */
export const issueInvoice = procedure({
  name: "issueInvoice",
  may: "invoice.update",
  input,
  output: idOutput,
  async run(ctx, { invoice_id }) {
    const row = await requireVisibleInvoice(ctx, invoice_id);
    if (row.status !== "draft") throw unprocessable("It's already issued.");
    const today = getInvoiceToday(ctx);
    if (row.due_on && row.due_on < today)
      throw unprocessable(`Its due date, ${formatDay(row.due_on)}, has passed. Choose a later one first.`);
    if (row.settlement_statement_id) await requireInvoiceableStatement(ctx, row.settlement_statement_id);
    if (await hasChangedClaim(ctx, row.id))
      throw unprocessable("A certification on it has changed. Open the draft and save it again.");
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(invoice)
            .set({
              status: "open",
              number: nextNumber(ctx.actor.company.id),
              issued_on: today,
              version: sql`${invoice.version} + 1`,
            })
            .where(
              and(eq(invoice.id, row.id), eq(invoice.version, row.version), eq(invoice.status, "draft")),
            ),
        ),
      ],
      { id: row.id },
    );
  },
});

/** Reason why an invoice can't be deleted or voided now; null if it can. */
export function getInvoiceDeletionProblem(row: InvoiceRow): string | null {
  if (row.status === "void") return "It's already void.";
  return row.paid_cents > 0 ? "It has payments. Take them back first." : null;
}

/** Delete an invoice: a draft is deleted, an issued one becomes void and keeps its number. */
export const deleteInvoice = procedure({
  name: "deleteInvoice",
  may: "invoice.delete",
  input,
  output: idOutput.extend({ is_void: z.boolean().describe("It was issued, so its number stays.") }),
  async run(ctx, { invoice_id }) {
    const row = await requireVisibleInvoice(ctx, invoice_id);
    const why = getInvoiceDeletionProblem(row);
    if (why) throw unprocessable(why);
    if (row.status !== "draft" && !ctx.actor.user)
      throw forbidden("A person has to do this. Keys can't void an invoice.");
    const asItWas = and(
      eq(invoice.id, row.id),
      eq(invoice.version, row.version),
      eq(invoice.status, row.status),
    );
    const steps =
      row.status === "draft"
        ? [
            allowAnyRows(ctx.write.delete(invoiceLine).where(eq(invoiceLine.invoice_id, row.id))),
            expectOneRow(ctx.write.delete(invoice).where(asItWas)),
          ]
        : [
            expectOneRow(
              ctx.write
                .update(invoice)
                .set({ status: "void", version: sql`${invoice.version} + 1` })
                .where(asItWas),
            ),
            ...buildCloseCardPagesSteps(row.id),
          ];
    return ctx.commit(steps, { id: row.id, is_void: row.status !== "draft" });
  },
});
