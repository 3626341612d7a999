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
import { dayOf } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import type { Ctx, Reading, Step } from "~/web/procedure";
import { missing } from "~/web/refusal";

/** Whose invoices a company sees: its own. A customer has the signed link to one, and nothing else. */
export const invoicesVisibleTo = ({ company: { id } }: CompanyActor): SQL =>
  sql`${invoice.company_id} = ${id}`;

export type InvoiceRow = typeof invoice.$inferSelect;
export type LineRow = typeof invoiceLine.$inferSelect;
export type PaymentRow = typeof invoicePayment.$inferSelect;

/** An invoice of the acting company; else 404. */
export async function visibleInvoice(ctx: Reading, id: number): Promise<InvoiceRow> {
  const [row] = await ctx.read
    .select()
    .from(invoice)
    .where(and(eq(invoice.id, id), invoicesVisibleTo(ctx.actor)));
  if (!row) throw missing("We couldn't find that invoice, or you don't have access to it.");
  return row;
}

/** The day that it is for who acts. */
export const todayIn = (ctx: Pick<Reading, "now" | "actor">): string => dayOf(ctx.now, ctx.actor.zone);

/** An invoice as it was read, held by its version: where another writes first, this one is run again. */
export const holdInvoice = (ctx: Pick<Ctx, "write">, row: InvoiceRow): Step =>
  mustHit(
    ctx.write
      .update(invoice)
      .set({ version: sql`${invoice.version} + 1` })
      .where(and(eq(invoice.id, row.id), eq(invoice.version, row.version))),
  );

type Reads = Pick<Reading, "read">;

/** The lines of invoices that the caller may see, in their order. */
export const linesOf = ({ read }: Reads, ids: readonly number[]) =>
  read
    .select()
    .from(invoiceLine)
    .where(inArray(invoiceLine.invoice_id, [...ids]))
    .orderBy(asc(invoiceLine.invoice_id), asc(invoiceLine.seq));

/** What came in for an invoice, first to last. */
export const paymentsOf = ({ read }: Reads, id: number) =>
  read.select().from(invoicePayment).where(eq(invoicePayment.invoice_id, id)).orderBy(asc(invoicePayment.id));

/** Each message that it was sent by, and what became of it. */
export const sendingsOf = ({ read }: Reads, id: number) =>
  read
    .select({
      id: invoiceSending.id,
      is_receipt: invoiceSending.is_receipt,
      kind: invoiceSending.kind,
      recipient: invoiceSending.recipient,
      created_at: invoiceSending.created_at,
      sent_at: outboxMessage.sent_at,
      given_up_at: outboxMessage.given_up_at,
      failure: outboxMessage.failure,
    })
    .from(invoiceSending)
    .innerJoin(outboxMessage, eq(outboxMessage.id, invoiceSending.outbox_message_id))
    .where(eq(invoiceSending.invoice_id, id))
    .orderBy(asc(invoiceSending.id));

/** Who sends an invoice, as its paper says it, and the zone of its state, in which its days are told to others. */
export async function issuerOf({ read }: Reads, id: number) {
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
  if (!row) throw missing();
  return {
    name: row.name,
    address: [row.address, [row.city, row.state].filter(Boolean).join(", ")].filter(Boolean).join(", "),
    phone: row.phone,
    zone: row.zone,
  };
}
