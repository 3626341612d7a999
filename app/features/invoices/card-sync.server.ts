import { and, eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import { newest } from "#db/newest";
import {
  CARD_STATUSES,
  company,
  invoice,
  invoiceCardMove,
  invoiceCardPayment,
  invoicePayment,
  usState,
} from "#db/schema";
import { began } from "~/core/stripe/began.server";
import { stripe } from "~/core/stripe/client.server";
import { cardMoves, countedOf, disputeOf, REFUND_WHY, TOO_LATE } from "~/core/stripe/moves";
import { dayOf } from "~/domain/time/time";
import { idInput } from "~/features/settlements/inputs";
import { mayMiss, mustHit } from "~/web/commit.server";
import { log } from "~/web/log.server";
import { type Ctx, procedure } from "~/web/procedure";
import { holdInvoice } from "./access.server";
import { cardSteps, disputeNews, lateNews } from "./card-steps.server";
import { NO_ZONE } from "./link.server";

const c = invoiceCardPayment;
export type CardRow = typeof c.$inferSelect;

const cardRow = async ({ read }: Pick<Ctx, "read">, id: number): Promise<CardRow | undefined> => {
  const [row] = await read.select().from(c).where(eq(c.id, id));
  return row;
};

/** A page to pay on as Stripe says it is now: its state, and all money that came or went by it. */
async function ask(row: CardRow) {
  const client = await stripe();
  const at = { stripeAccount: row.stripe_account_id };
  const session = await client.checkout.sessions.retrieve(
    row.stripe_session_id,
    { expand: ["payment_intent.latest_charge"] },
    at,
  );
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const charge = typeof intent?.latest_charge === "object" ? intent.latest_charge : null;
  if (!intent || charge?.status !== "succeeded")
    return { status: statusOf(session, intent), intent: intent?.id ?? null, moves: [], dispute: NO_DISPUTE };
  const about = { payment_intent: intent.id, limit: 100 };
  const [refunds, disputes] = await Promise.all([
    client.refunds.list(about, at),
    client.disputes.list(about, at),
  ]);
  const told = { charge, refunds: refunds.data, disputes: disputes.data };
  return {
    status: "paid" as const,
    intent: intent.id,
    moves: cardMoves(told),
    dispute: disputeOf(told),
  };
}

const NO_DISPUTE = { status: null, due_at: null };

/** What became of a page that no money came by so far. */
function statusOf(
  { status }: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): CardRow["status"] {
  if (status === "open") return "open";
  if (status === "expired") return "expired";
  return intent?.status === "processing" ? "processing" : "failed";
}

/** The invoice of a card payment, with whose it is and in which zone its days are told. */
async function invoiceOf({ read }: Pick<Ctx, "read">, id: number) {
  const [row] = await read
    .select({ invoice, zone: usState.time_zone })
    .from(invoice)
    .innerJoin(company, eq(company.id, invoice.company_id))
    .leftJoin(usState, eq(usState.id, company.us_state_id))
    .where(eq(invoice.id, id));
  if (!row) throw new Error(`invoice ${id} of a card payment is gone`);
  return { row: row.invoice, zone: row.zone ?? NO_ZONE };
}

/** Keep the next move that isn't kept yet, with what it does to the invoice, as a commit of its own; false where all are. */
const keepMove = procedure({
  name: "keepMove",
  audience: "anyone",
  input: z.strictObject({
    card_payment_id: idInput,
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
    const kept = await ctx.read
      .select({ move: invoiceCardMove.move })
      .from(invoiceCardMove)
      .where(eq(invoiceCardMove.invoice_card_payment_id, row.id));
    const known = new Set(kept.map(({ move }) => move));
    const next = moves.find(({ move }) => !known.has(move));
    if (!next) return false;
    const { row: of, zone } = await invoiceOf(ctx, row.invoice_id);
    const held_cents = row.held_cents + next.amount_cents;
    const room =
      of.status === "open" || of.status === "paid" ? of.total_cents - of.paid_cents + row.counted_cents : 0;
    const counted = countedOf(held_cents, room);
    const at = dayOf(new Date(next.at), zone);
    const count = await cardSteps(ctx, { row, of, counted, move: next, day: at });
    await ctx.commit(
      [
        holdInvoice(ctx, of),
        mustHit(
          ctx.write
            .update(c)
            .set({ held_cents, counted_cents: 0, invoice_payment_id: null, version: sql`${c.version} + 1` })
            .where(and(eq(c.id, row.id), eq(c.version, row.version))),
        ),
        mustHit(
          ctx.write.insert(invoiceCardMove).values({
            invoice_card_payment_id: row.id,
            move: next.move,
            amount_cents: next.amount_cents,
            words: next.words,
            happened_at: next.at,
            created_at: ctx.now.toISOString(),
          }),
        ),
        ...count,
        mustHit(
          ctx.write
            .update(c)
            .set({
              counted_cents: counted,
              // Where the same amount counts as before, so does the same payment.
              invoice_payment_id:
                counted === 0
                  ? null
                  : counted === row.counted_cents
                    ? row.invoice_payment_id
                    : newest(invoicePayment),
            })
            .where(eq(c.id, row.id)),
        ),
      ],
      {},
    );
    return true;
  },
});

const told = z.object({
  status: z.enum(CARD_STATUSES),
  intent: z.string().max(255).nullable(),
  dispute: z.strictObject({ status: z.string().max(100).nullable(), due_at: z.string().max(40).nullable() }),
});

/** Keep how a page to pay on stands, unless a later pull was kept; news of a dispute once for each of its states. */
const keepCard = procedure({
  name: "keepCard",
  audience: "anyone",
  input: z.strictObject({ card_payment_id: idInput, start: z.string().max(40), told }),
  async run(ctx, { card_payment_id, start, told }) {
    const row = await cardRow(ctx, card_payment_id);
    if (!row) return;
    const { dispute } = told;
    const { row: of } = await invoiceOf(ctx, row.invoice_id);
    await ctx.commit(
      [
        mustHit(
          ctx.write
            .update(c)
            .set({ version: sql`${c.version} + 1` })
            .where(and(eq(c.id, row.id), eq(c.version, row.version))),
        ),
        mayMiss(
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
        ...(dispute.status !== row.dispute_status ? disputeNews(ctx, of, row, dispute) : []),
      ],
      {},
    );
  },
});

/** A refund that its bank doesn't take is made so often. */
const MOST_TRIES = 3;

/**
 * Give back what an invoice has no room for: it was voided, or paid another way, while somebody paid by card. Stripe takes the
 * same refund once however often it is asked; where it can't be made, the company is told and it is tried again by the hour.
 */
async function giveBack(ctx: Ctx, row: CardRow, moves: readonly { words: string }[]): Promise<boolean> {
  const surplus = row.held_cents - row.counted_cents;
  if (surplus <= 0 || row.stripe_payment_intent_id === null) return false;
  const tries = moves.filter(({ words }) => words.endsWith(TOO_LATE)).length;
  try {
    if (tries >= MOST_TRIES) throw new Error(`its refund failed ${tries} times`);
    const client = await stripe();
    await client.refunds.create(
      { payment_intent: row.stripe_payment_intent_id, amount: surplus, metadata: { [REFUND_WHY]: TOO_LATE } },
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
    await ctx.commit(lateNews(ctx, of, row, surplus), {});
    return false;
  }
}

/**
 * Pull what became of a page to pay on, and keep it: each sum that came or went once, as payments of the invoice. What made
 * somebody ask says nothing of it, so events may come twice, late, in any order or never: the rows are the same.
 */
export const pullCard = procedure({
  name: "pullCard",
  audience: "anyone",
  input: z.strictObject({ card_payment_id: idInput }),
  async run(ctx, { card_payment_id }) {
    for (let round = 0; round < 2; round++) {
      const before = await cardRow(ctx, card_payment_id);
      if (!before) return { status: null };
      const start = began(ctx.now);
      const told = await ask(before);
      // Who pays is named first, so that what is given back knows where to.
      await ctx.apart(keepCard, { card_payment_id, start, told });
      for (let i = 0; i <= told.moves.length; i++)
        if (!(await ctx.apart(keepMove, { card_payment_id, moves: told.moves }))) break;
      const after = await cardRow(ctx, card_payment_id);
      if (!after || round > 0 || !(await giveBack(ctx, after, told.moves)))
        return { status: after?.status ?? null };
    }
    return { status: null };
  },
});
