import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import {
  company,
  invoice,
  invoiceLine,
  invoicePayment,
  invoiceSending,
  outboxMessage,
  usState,
} from "#db/schema";
import { getDay } from "~/lib/time/time";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx, ReadCtx, Step } from "~/web/procedure";
import { notFound } from "~/web/refusal";

/**
 * SQL condition for the invoices that a company sees: those it issued. A customer can open an invoice only by its
 * signed link.
 */
export const visibleInvoiceCondition = ({ company: { id } }: CompanyActor): SQL =>
  sql`${invoice.company_id} = ${id}`;

export type InvoiceRow = typeof invoice.$inferSelect;
export type LineRow = typeof invoiceLine.$inferSelect;
export type PaymentRow = typeof invoicePayment.$inferSelect;

/** Return an invoice of the acting company; else 404. */
export async function requireVisibleInvoice(ctx: ReadCtx, id: number): Promise<InvoiceRow> {
  const [row] = await ctx.read
    .select()
    .from(invoice)
    .where(and(eq(invoice.id, id), visibleInvoiceCondition(ctx.actor)));
  if (!row) throw notFound("We couldn't find that invoice, or you don't have access to it.");
  return row;
}

/** Current day in the actor's zone. */
export const getInvoiceToday = (ctx: Pick<ReadCtx, "now" | "actor">): string =>
  getDay(ctx.now, ctx.actor.zone);

/**
 * Build the step that locks an invoice by the version that was read. If another write comes first, the procedure runs
 * again.
 */
export const buildLockInvoiceStep = (ctx: Pick<Ctx, "write">, row: InvoiceRow): Step =>
  expectOneRow(
    ctx.write
      .update(invoice)
      .set({ version: sql`${invoice.version} + 1` })
      .where(and(eq(invoice.id, row.id), eq(invoice.version, row.version))),
  );

type Reads = Pick<ReadCtx, "read">;

/** Lines of invoices that the caller may see, in order. */
export const readInvoiceLines = ({ read }: Reads, ids: readonly number[]) =>
  read
    .select()
    .from(invoiceLine)
    .where(inArray(invoiceLine.invoice_id, [...ids]))
    .orderBy(asc(invoiceLine.invoice_id), asc(invoiceLine.seq));

/** Payments of an invoice, oldest first. */
export const readInvoicePayments = ({ read }: Reads, id: number) =>
  read.select().from(invoicePayment).where(eq(invoicePayment.invoice_id, id)).orderBy(asc(invoicePayment.id));

/** Every message that sent the invoice, with its outcome. */
export const readInvoiceMessages = ({ read }: Reads, id: number) =>
  read
    .select({
      id: invoiceSending.id,
      is_receipt: invoiceSending.is_receipt,
      kind: invoiceSending.kind,
      recipient: invoiceSending.recipient,
      created_at: invoiceSending.created_at,
      sent_at: outboxMessage.sent_at,
      failed_at: outboxMessage.failed_at,
      failure: outboxMessage.failure,
    })
    .from(invoiceSending)
    .innerJoin(outboxMessage, eq(outboxMessage.id, invoiceSending.outbox_message_id))
    .where(eq(invoiceSending.invoice_id, id))
    .orderBy(asc(invoiceSending.id));

/**
 * Return an invoice's issuer as shown on the invoice, and the time zone of the issuer's state, in which others see the
 * invoice's dates.
 */
export async function readIssuer({ read }: Reads, id: number) {
  const [row] = await read
    .select({
      name: company.name,
      address: company.address,
      city: company.city,
      state: usState.stusps,
      zone: usState.time_zone,
      phone: company.phone,
    })
    .from(company)
    .leftJoin(usState, eq(usState.id, company.us_state_id))
    .where(eq(company.id, id));
  if (!row) throw notFound();
  return {
    name: row.name,
    address: [row.address, [row.city, row.state].filter(Boolean).join(", ")].filter(Boolean).join(", "),
    phone: row.phone,
    zone: row.zone,
  };
}
