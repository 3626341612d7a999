import { and, eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import {
  CARD_STATUSES,
  company,
  invoice,
  invoiceCardPayment,
  invoiceCardTransaction,
  invoicePayment,
  usState,
} from "#db/schema";
import { getDay } from "~/lib/time/time";
import {
  findOpenDispute,
  getAmountTowardInvoice,
  listCardTransactions,
  PAID_TOO_LATE_REASON,
  REFUND_REASON_KEY,
} from "~/modules/billing/rules/moves";
import { getStripeClient } from "~/modules/billing/shared/client.server";
import { getStripePullStart } from "~/modules/billing/shared/pull-clock.server";
import { idField } from "~/modules/settlements/rules/inputs";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { log } from "~/web/log.server";
import { type Ctx, procedure } from "~/web/procedure";
import { buildLockInvoiceStep } from "./access.server";
import {
  buildCardCorrectionSteps,
  buildDisputeNotificationSteps,
  buildLatePaymentNotificationSteps,
} from "./card-steps.server";
import { DEFAULT_ZONE } from "./link.server";

const c = invoiceCardPayment;
export type CardPaymentRow = typeof c.$inferSelect;

const cardRow = async ({ read }: Pick<Ctx, "read">, id: number): Promise<CardPaymentRow | undefined> => {
  const [row] = await read.select().from(c).where(eq(c.id, id));
  return row;
};

/** Fetch a payment page from Stripe: its status, and all payments, refunds and disputes. */
async function ask(row: CardPaymentRow) {
  const client = await getStripeClient();
  const target = { stripeAccount: row.stripe_account_id };
  const session = await client.checkout.sessions.retrieve(
    row.stripe_session_id,
    { expand: ["payment_intent.latest_charge"] },
    target,
  );
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const charge = typeof intent?.latest_charge === "object" ? intent.latest_charge : null;
  if (!intent || charge?.status !== "succeeded")
    return { status: statusOf(session, intent), intent: intent?.id ?? null, moves: [], dispute: NO_DISPUTE };
  const about = { payment_intent: intent.id, limit: 100 };
  const [refunds, disputes] = await Promise.all([
    client.refunds.list(about, target),
    client.disputes.list(about, target),
  ]);
  const details = { charge, refunds: refunds.data, disputes: disputes.data };
  return {
    status: "paid" as const,
    intent: intent.id,
    moves: listCardTransactions(details),
    dispute: findOpenDispute(details),
  };
}

const NO_DISPUTE = { status: null, due_at: null };

/** Return the status of a payment page without a successful payment. */
function statusOf(
  { status }: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): CardPaymentRow["status"] {
  if (status === "open") return "open";
  if (status === "expired") return "expired";
  return intent?.status === "processing" ? "processing" : "failed";
}

/** Return the invoice of a card payment, and the time zone in which the invoice's dates are shown. */
async function invoiceOf({ read }: Pick<Ctx, "read">, id: number) {
  const [row] = await read
    .select({ invoice, zone: usState.time_zone })
    .from(invoice)
    .innerJoin(company, eq(company.id, invoice.company_id))
    .leftJoin(usState, eq(usState.id, company.us_state_id))
    .where(eq(invoice.id, id));
  if (!row) throw new Error(`invoice ${id} of a card payment is gone`);
  return { row: row.invoice, zone: row.zone ?? DEFAULT_ZONE };
}

/**
 * Save the next unsaved payment, refund or dispute, with its effect on the invoice, as its own commit. Return false if
 * all are saved.
 */
const keepMove = procedure({
  name: "keepMove",
  audience: "anyone",
  input: z.strictObject({
    card_payment_id: idField,
    moves: z
      .array(
        z.strictObject({
          move: z.string().max(300),
          amount_cents: z.number().int(),
          words: z.string().max(1_000),
          at: z.string().max(40),
        }),
      )
      .max(500),
  }),
  async run(ctx, { card_payment_id, moves }) {
    const row = await cardRow(ctx, card_payment_id);
    if (!row) return false;
    const stored = await ctx.read
      .select({ move: invoiceCardTransaction.transaction_key })
      .from(invoiceCardTransaction)
      .where(eq(invoiceCardTransaction.invoice_card_payment_id, row.id));
    const known = new Set(stored.map(({ move }) => move));
    const next = moves.find(({ move }) => !known.has(move));
    if (!next) return false;
    const { row: of, zone } = await invoiceOf(ctx, row.invoice_id);
    const received_cents = row.received_cents + next.amount_cents;
    const room =
      of.status === "open" || of.status === "paid" ? of.total_cents - of.paid_cents + row.applied_cents : 0;
    const counted = getAmountTowardInvoice(received_cents, room);
    const day = getDay(new Date(next.at), zone);
    const count = await buildCardCorrectionSteps(ctx, { row, of, counted, move: next, day: day });
    await ctx.commit(
      [
        buildLockInvoiceStep(ctx, of),
        expectOneRow(
          ctx.write
            .update(c)
            .set({
              received_cents,
              applied_cents: 0,
              invoice_payment_id: null,
              version: sql`${c.version} + 1`,
            })
            .where(and(eq(c.id, row.id), eq(c.version, row.version))),
        ),
        expectOneRow(
          ctx.write.insert(invoiceCardTransaction).values({
            invoice_card_payment_id: row.id,
            transaction_key: next.move,
            amount_cents: next.amount_cents,
            description: next.words,
            happened_at: next.at,
            created_at: ctx.now.toISOString(),
          }),
        ),
        ...count,
        expectOneRow(
          ctx.write
            .update(c)
            .set({
              applied_cents: counted,
              // If the recorded amount is unchanged, the invoice payment stays the same.
              invoice_payment_id:
                counted === 0
                  ? null
                  : counted === row.applied_cents
                    ? row.invoice_payment_id
                    : selectInsertedId(invoicePayment),
            })
            .where(eq(c.id, row.id)),
        ),
      ],
      {},
    );
    return true;
  },
});

const zodObject = z.object({
  status: z.enum(CARD_STATUSES),
  intent: z.string().max(255).nullable(),
  dispute: z.strictObject({ status: z.string().max(100).nullable(), due_at: z.string().max(40).nullable() }),
});

/**
 * Save the status of a payment page unless a later fetch was already saved. Notify of a dispute once for each of its
 * states.
 */
const keepCard = procedure({
  name: "keepCard",
  audience: "anyone",
  input: z.strictObject({ card_payment_id: idField, start: z.string().max(40), told: zodObject }),
  async run(ctx, { card_payment_id, start, told }) {
    const row = await cardRow(ctx, card_payment_id);
    if (!row) return;
    const { dispute } = told;
    const { row: of } = await invoiceOf(ctx, row.invoice_id);
    await ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(c)
            .set({ version: sql`${c.version} + 1` })
            .where(and(eq(c.id, row.id), eq(c.version, row.version))),
        ),
        allowAnyRows(
          ctx.write
            .update(c)
            .set({
              status: told.status,
              stripe_payment_intent_id: told.intent,
              dispute_status: dispute.status,
              dispute_due_at: dispute.due_at,
              synced_at: start,
            })
            .where(sql`${c.id} = ${row.id} AND (${c.synced_at} IS NULL OR ${c.synced_at} < ${start})`),
        ),
        ...(dispute.status !== row.dispute_status
          ? buildDisputeNotificationSteps(ctx, of, row, dispute)
          : []),
      ],
      {},
    );
  },
});

/** Maximum number of attempts to make a refund that the bank rejects. */
const MAX_TRIES = 3;

/**
 * Refund the part of a card payment that the invoice has no use for, because it was voided or paid another way since.
 * Stripe makes a refund only once, however often it is requested. If it fails, the company is notified and the refund
 * is retried every hour.
 */
async function giveBack(
  ctx: Ctx,
  row: CardPaymentRow,
  moves: readonly { words: string }[],
): Promise<boolean> {
  const surplus = row.received_cents - row.applied_cents;
  if (surplus <= 0 || row.stripe_payment_intent_id === null) return false;
  const tries = moves.filter(({ words }) => words.endsWith(PAID_TOO_LATE_REASON)).length;
  try {
    if (tries >= MAX_TRIES) throw new Error(`its refund failed ${tries} times`);
    const client = await getStripeClient();
    await client.refunds.create(
      {
        payment_intent: row.stripe_payment_intent_id,
        amount: surplus,
        metadata: { [REFUND_REASON_KEY]: PAID_TOO_LATE_REASON },
      },
      {
        stripeAccount: row.stripe_account_id,
        idempotencyKey: `timbertally-late-${row.stripe_payment_intent_id}-${moves.length}`,
      },
    );
    return true;
  } catch (error) {
    log.error(
      { err: error, card_payment: row.id, surplus },
      "a card payment that came too late was not given back",
    );
    const { row: of } = await invoiceOf(ctx, row.invoice_id);
    await ctx.commit(buildLatePaymentNotificationSteps(ctx, of, row, surplus), {});
    return false;
  }
}

/**
 * Fetch the state of a payment page from Stripe and save each payment, refund and dispute once, as payments of the
 * invoice. Nothing is taken from the triggering event, so events may come twice, late, in any order or never with the
 * same result.
 */
export const syncCardPayment = procedure({
  name: "syncCardPayment",
  audience: "anyone",
  input: z.strictObject({ card_payment_id: idField }),
  async run(ctx, { card_payment_id }) {
    for (let round = 0; round < 2; round++) {
      const before = await cardRow(ctx, card_payment_id);
      if (!before) return { status: null };
      const start = getStripePullStart(ctx.now);
      const details = await ask(before);
      // Save the payment intent first, because a refund needs it.
      await ctx.apart(keepCard, { card_payment_id, start, told: details });
      for (let i = 0; i <= details.moves.length; i++)
        if (!(await ctx.apart(keepMove, { card_payment_id, moves: details.moves }))) break;
      const after = await cardRow(ctx, card_payment_id);
      if (!after || round > 0 || !(await giveBack(ctx, after, details.moves)))
        return { status: after?.status ?? null };
    }
    return { status: null };
  },
});
