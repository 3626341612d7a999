import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import {
  invoiceCardPayment,
  invoicePayment,
  PAYMENT_METHODS,
  settlementPayment,
  settlementStatement,
} from "#db/schema";
import { formatMoney } from "~/lib/money/money";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { formatDate, formatDay, getDay } from "~/lib/time/time";
import { buildCloseStatementCardSteps } from "~/modules/billing/shared/close-pages.server";
import type { CompanyActor } from "~/web/actor";
import { toCreator } from "~/web/actor";
import { expectOneRow, markLongStep } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure, type ReadCtx, type Step } from "~/web/procedure";
import { forbidden, invalid, notFound, unprocessable } from "~/web/refusal";
import { getLocalToday } from "../data/plan.server";
import { amountField, calendarDayField, idField, reasonField, toCents } from "../rules/inputs";
import { buildOpenPeriodStep } from "./closed.server";
import { buildStatementEventStep, readNextEvent } from "./events.server";
import { requirePayerStatement, type StatementRow } from "./statement-access.server";

const s = settlementStatement;

/**
 * Lock a statement by its version: if another request writes first, this request is retried. Later steps of the commit
 * may change the claims of every line.
 */
export const buildLockStatementStep = (ctx: Ctx<CompanyActor>, { statement }: StatementRow): Step =>
  markLongStep(
    statement.line_count,
    expectOneRow(
      ctx.write
        .update(s)
        .set({ version: sql`${s.version} + 1` })
        .where(and(eq(s.id, statement.id), eq(s.version, statement.version))),
    ),
  );

/** Count a statement's loads whose amount due has changed since the statement was made. */
export async function countLoadsChangedSince(
  { read }: Pick<ReadCtx, "read">,
  statement: number,
): Promise<number> {
  const [row] = await read
    .select({ n: sql<number>`count(DISTINCT l.amount_owed_id)` })
    .from(sql`settlement_line l JOIN amount_owed c ON c.id = l.amount_owed_id`)
    .where(
      sql`l.settlement_statement_id = ${statement} AND c.due_cents IS NOT c.posted_cents AND c.voided_at IS NULL`,
    );
  return row?.n ?? 0;
}

/** Return the first possible payment date of a statement: its posting date in the payer's time zone. */
const firstDay = ({ statement }: StatementRow, zone: string): string =>
  statement.posted_at === null ? "" : getDay(new Date(statement.posted_at), zone);

export const LOADS_CHANGED_MESSAGE = "Check this: loads on this statement changed after it was made.";

/** Record a full or partial payment of a statement. */
export const recordPayment = procedure({
  name: "recordPayment",
  may: "settlement.update",
  input: z.strictObject({
    settlement_statement_id: idField,
    amount: amountField,
    method: z.enum(PAYMENT_METHODS, "Choose how it was paid."),
    reference: createTrimmedTextSchema(80).optional(),
    paid_on: calendarDayField(),
    as_stated: z.boolean().default(false),
    save_anyway: z
      .boolean()
      .optional()
      .describe("true records a check whose number is on another payment of the payer."),
  }),
  output: idOutput,
  async run(ctx, input) {
    const row = await requirePayerStatement(ctx, input.settlement_statement_id);
    const { statement } = row;
    const left = getAmountLeft(row);
    const cents = toCents(input.amount);
    const today = getLocalToday(ctx);
    if (input.paid_on > today || input.paid_on < earliest(ctx, row, today))
      throw invalid({
        paid_on: [`Choose a day from ${formatDate(earliest(ctx, row, today))} to today.`],
      });
    if (cents > left) throw invalid({ amount: [`That is more than the ${formatMoney(left)} left.`] });
    if (!input.save_anyway) await questionCheck(ctx, row, input);
    const isOpen = await buildOpenPeriodStep(ctx, statement.paying_company_id, input.paid_on, "paid_on");
    if (!input.as_stated && (await countLoadsChangedSince(ctx, statement.id)) > 0)
      throw invalid({ as_stated: [LOADS_CHANGED_MESSAGE] });
    return ctx.commit(
      [
        buildLockStatementStep(ctx, row),
        isOpen,
        expectOneRow(
          ctx.write.insert(settlementPayment).values({
            settlement_statement_id: statement.id,
            amount_cents: cents,
            method: input.method,
            reference: input.reference || null,
            paid_on: input.paid_on,
            ...toCreator(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
        buildStatementEventStep(ctx, statement.id, await readNextEvent(ctx, statement.id), "paid", {
          amount_cents: cents,
          method: input.method,
          reference: input.reference || null,
          paid_on: input.paid_on,
        }),
        ...(await buildCloseStatementCardSteps(ctx, statement.id)),
      ],
      { id: selectInsertedId(settlementPayment) },
    );
  },
});

/**
 * Require confirmation for a check number that the payer has used before: one check may pay several statements, but
 * usually the number was entered twice. A reversed payment doesn't count.
 */
async function questionCheck(
  { read }: ReadCtx,
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

/** Return the unpaid amount; throws if the statement can't be paid. */
export function getAmountLeft({ statement }: StatementRow): number {
  if (statement.posted_at === null) throw unprocessable("A draft isn't paid. Post it first.");
  if (statement.status_type_id === 3) throw unprocessable("It is void.");
  const left = statement.total_cents - statement.paid_cents;
  if (left === 0) throw unprocessable("It's already paid.");
  return left;
}

/**
 * Return the earliest allowed payment date: the posting date, or today if the posting date is tomorrow in another time
 * zone.
 */
const earliest = (ctx: ReadCtx, row: StatementRow, today: string): string => {
  const first = firstDay(row, ctx.actor.zone);
  return first < today ? first : today;
};

const p = settlementPayment;

/** Require a signed-in user. API keys can record payments, but not reverse them. */
export function requireSignedInUser(ctx: ReadCtx): void {
  if (!ctx.actor.user) throw forbidden("A person has to do this. Keys can't take money back.");
}

/** Check whether a payment was made by card, and so must be refunded in Stripe. */
async function isByCard({ read }: Pick<ReadCtx, "read">, payment: number): Promise<boolean> {
  const [card] = await read
    .select({ id: invoiceCardPayment.id })
    .from(invoicePayment)
    .innerJoin(invoiceCardPayment, eq(invoiceCardPayment.invoice_payment_id, invoicePayment.id))
    .where(eq(invoicePayment.settlement_payment_id, payment));
  return card !== undefined;
}

/** Return a payment with its statement and its reversal, if any; only the payer has access. */
export async function requireOwnPayment(ctx: ReadCtx, payment: number) {
  const [found] = await ctx.read.select().from(p).where(eq(p.id, payment));
  if (!found) throw notFound();
  const row = await requirePayerStatement(ctx, found.settlement_statement_id);
  const [taken] = await ctx.read.select({ id: p.id }).from(p).where(eq(p.reverses_id, payment));
  return { payment: found, row, is_reversed: taken !== undefined, is_by_card: await isByCard(ctx, payment) };
}

/**
 * Reverse a payment that bounced or was entered wrongly. The payment and its reversal are both preserved, and the
 * amount is unpaid again.
 */
export const reversePayment = procedure({
  name: "reversePayment",
  may: "settlement.delete",
  input: z.strictObject({ settlement_payment_id: idField, reason: reasonField }),
  output: idOutput,
  async run(ctx, input) {
    const { payment, row, is_reversed, is_by_card } = await requireOwnPayment(
      ctx,
      input.settlement_payment_id,
    );
    requireSignedInUser(ctx);
    if (payment.reverses_id !== null) throw unprocessable("This takes a payment back itself.");
    if (is_reversed) throw unprocessable("It's already taken back.");
    if (is_by_card)
      throw unprocessable(`It was paid by card. ${row.receiver.name} refunds it on its invoice.`);
    const { statement } = row;
    const today = getLocalToday(ctx);
    const isOpen = await buildOpenPeriodStep(ctx, statement.paying_company_id, today, "");
    return ctx.commit(
      [
        buildLockStatementStep(ctx, row),
        isOpen,
        expectOneRow(
          ctx.write.insert(p).values({
            settlement_statement_id: statement.id,
            amount_cents: -payment.amount_cents,
            method: payment.method,
            reference: payment.reference,
            paid_on: today,
            reverses_id: payment.id,
            reason: input.reason,
            ...toCreator(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
        buildStatementEventStep(
          ctx,
          statement.id,
          await readNextEvent(ctx, statement.id),
          "payment_reversed",
          {
            amount_cents: -payment.amount_cents,
            payment: payment.id,
            reason: input.reason,
          },
        ),
      ],
      { id: selectInsertedId(p) },
    );
  },
});
