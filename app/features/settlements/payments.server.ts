import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import {
  invoiceCardPayment,
  invoicePayment,
  PAYMENT_METHODS,
  settlementPayment,
  settlementStatement,
} from "#db/schema";
import { payersStatement, type StatementRow } from "~/core/settling/statement-access.server";
import { closePagesOfStatement } from "~/core/stripe/close-pages.server";
import { formatMoney } from "~/domain/money/money";
import { trimmed } from "~/domain/text/input";
import { dayOf, formatDate, formatDay } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { creatorOf } from "~/web/actor";
import { mustHit, overRows } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure, type Reading, type Step } from "~/web/procedure";
import { forbidden, invalid, missing, notNow } from "~/web/refusal";
import { openOn } from "./closed.server";
import { nextEvent, statementEventStep } from "./events.server";
import { amount, centsOf, dayInput, idInput, reason } from "./inputs";
import { localToday } from "./plan.server";

const s = settlementStatement;

/**
 * A statement as it was read, held by its version: where another writes first, this one is run again. What is written to it
 * may change each of its lines' claims.
 */
export const holdStatement = (ctx: Ctx<CompanyActor>, { statement }: StatementRow): Step =>
  overRows(
    statement.line_count,
    mustHit(
      ctx.write
        .update(s)
        .set({ version: sql`${s.version} + 1` })
        .where(and(eq(s.id, statement.id), eq(s.version, statement.version))),
    ),
  );

/** How many loads of a statement are due something else by now. */
export async function movedSince({ read }: Pick<Reading, "read">, statement: number): Promise<number> {
  const [row] = await read
    .select({ n: sql<number>`count(DISTINCT l.trip_ticket_settlement_id)` })
    .from(sql`settlement_line l JOIN trip_ticket_settlement c ON c.id = l.trip_ticket_settlement_id`)
    .where(
      sql`l.settlement_statement_id = ${statement} AND c.due_cents IS NOT c.posted_cents AND c.voided_at IS NULL`,
    );
  return row?.n ?? 0;
}

/** The first day on which a statement may be paid: that of its posting, as who pays reads it. */
const firstDay = ({ statement }: StatementRow, zone: string): string =>
  statement.posted_at === null ? "" : dayOf(new Date(statement.posted_at), zone);

export const AS_STATED = "Check this: loads on this statement changed after it was made.";

/** Record what was paid for a statement, all of it or a part. */
export const recordPayment = procedure({
  name: "recordPayment",
  may: "settlement.update",
  input: z.strictObject({
    settlement_statement_id: idInput,
    amount,
    method: z.enum(PAYMENT_METHODS, "Choose how it was paid."),
    reference: trimmed(80).optional(),
    paid_on: dayInput(),
    as_stated: z.boolean().default(false),
    save_anyway: z
      .boolean()
      .optional()
      .describe("true records a check whose number is on another payment of the payer."),
  }),
  output: idOutput,
  async run(ctx, input) {
    const row = await payersStatement(ctx, input.settlement_statement_id);
    const { statement } = row;
    const left = leftOf(row);
    const cents = centsOf(input.amount);
    const today = localToday(ctx);
    if (input.paid_on > today || input.paid_on < earliest(ctx, row, today))
      throw invalid({
        paid_on: [`Choose a day from ${formatDate(earliest(ctx, row, today))} to today.`],
      });
    if (cents > left) throw invalid({ amount: [`That is more than the ${formatMoney(left)} left.`] });
    if (!input.save_anyway) await questionCheck(ctx, row, input);
    const isOpen = await openOn(ctx, statement.paying_company_id, input.paid_on, "paid_on");
    if (!input.as_stated && (await movedSince(ctx, statement.id)) > 0)
      throw invalid({ as_stated: [AS_STATED] });
    return ctx.commit(
      [
        holdStatement(ctx, row),
        isOpen,
        mustHit(
          ctx.write.insert(settlementPayment).values({
            settlement_statement_id: statement.id,
            amount_cents: cents,
            method: input.method,
            reference: input.reference || null,
            paid_on: input.paid_on,
            ...creatorOf(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
        statementEventStep(ctx, statement.id, await nextEvent(ctx, statement.id), "paid", {
          amount_cents: cents,
          method: input.method,
          reference: input.reference || null,
          paid_on: input.paid_on,
        }),
        ...(await closePagesOfStatement(ctx, statement.id)),
      ],
      { id: newest(settlementPayment) },
    );
  },
});

/**
 * Refuse a check whose number the payer has used before, until it is confirmed: one check may pay several statements, but
 * most often a number is typed twice. A payment that was taken back doesn't count.
 */
async function questionCheck(
  { read }: Reading,
  { statement }: StatementRow,
  { method, reference = "" }: { method: string; reference?: string },
): Promise<void> {
  if (method !== "check" || reference === "") return;
  const [used] = await read
    .select({
      number: sql<number | null>`s.number`,
      receiver: sql<string>`(SELECT c.name FROM company c WHERE c.id = s.receiving_company_id)`,
      paid_on: sql<string>`p.paid_on`,
    })
    .from(sql`settlement_statement s CROSS JOIN settlement_payment p ON p.settlement_statement_id = s.id`)
    .where(
      sql`s.paying_company_id = ${statement.paying_company_id} AND p.method = 'check'
        AND p.reference = ${reference} COLLATE NOCASE AND p.reverses_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM settlement_payment b WHERE b.reverses_id = p.id)`,
    )
    .orderBy(sql`p.id DESC`)
    .limit(1);
  if (!used) return;
  const question = `Check ${reference} paid statement ${used.number} to ${used.receiver} on ${formatDay(used.paid_on)}. Check the number.`;
  throw invalid({ save_anyway: [question] });
}

/** What is left to pay; refused where nothing can be paid. */
export function leftOf({ statement }: StatementRow): number {
  if (statement.posted_at === null) throw notNow("A draft isn't paid. Post it first.");
  if (statement.status_type_id === 3) throw notNow("It is void.");
  const left = statement.total_cents - statement.paid_cents;
  if (left === 0) throw notNow("It's already paid.");
  return left;
}

/** A payment may be dated from the day of posting on; posted tomorrow by another clock, from today. */
const earliest = (ctx: Reading, row: StatementRow, today: string): string => {
  const first = firstDay(row, ctx.actor.zone);
  return first < today ? first : today;
};

const p = settlementPayment;

/** Keys record payments, but take nothing back. */
export function refuseKeys(ctx: Reading): void {
  if (!ctx.actor.user) throw forbidden("A person has to do this. Keys can't take money back.");
}

/** Whether a payment of a statement counts what was paid by card, which goes back at Stripe. */
async function isByCard({ read }: Pick<Reading, "read">, payment: number): Promise<boolean> {
  const [card] = await read
    .select({ id: invoiceCardPayment.id })
    .from(invoicePayment)
    .innerJoin(invoiceCardPayment, eq(invoiceCardPayment.invoice_payment_id, invoicePayment.id))
    .where(eq(invoicePayment.settlement_payment_id, payment));
  return card !== undefined;
}

/** A payment with its statement, for who pays; and the payment that took it back, if one did. */
export async function ownPayment(ctx: Reading, payment: number) {
  const [found] = await ctx.read.select().from(p).where(eq(p.id, payment));
  if (!found) throw missing();
  const row = await payersStatement(ctx, found.settlement_statement_id);
  const [taken] = await ctx.read.select({ id: p.id }).from(p).where(eq(p.reverses_id, payment));
  return { payment: found, row, is_reversed: taken !== undefined, is_by_card: await isByCard(ctx, payment) };
}

/** Take a payment back: it bounced, or was typed wrong. Both stand, and the statement is unpaid again by as much. */
export const reversePayment = procedure({
  name: "reversePayment",
  may: "settlement.delete",
  input: z.strictObject({ settlement_payment_id: idInput, reason }),
  output: idOutput,
  async run(ctx, input) {
    const { payment, row, is_reversed, is_by_card } = await ownPayment(ctx, input.settlement_payment_id);
    refuseKeys(ctx);
    if (payment.reverses_id !== null) throw notNow("This takes a payment back itself.");
    if (is_reversed) throw notNow("It's already taken back.");
    if (is_by_card) throw notNow(`It was paid by card. ${row.receiver.name} refunds it on its invoice.`);
    const { statement } = row;
    const today = localToday(ctx);
    const isOpen = await openOn(ctx, statement.paying_company_id, today, "");
    return ctx.commit(
      [
        holdStatement(ctx, row),
        isOpen,
        mustHit(
          ctx.write.insert(p).values({
            settlement_statement_id: statement.id,
            amount_cents: -payment.amount_cents,
            method: payment.method,
            reference: payment.reference,
            paid_on: today,
            reverses_id: payment.id,
            reason: input.reason,
            ...creatorOf(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
        statementEventStep(ctx, statement.id, await nextEvent(ctx, statement.id), "payment_reversed", {
          amount_cents: -payment.amount_cents,
          payment: payment.id,
          reason: input.reason,
        }),
      ],
      { id: newest(p) },
    );
  },
});
