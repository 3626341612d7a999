import type Stripe from "stripe";
import type { Cents } from "~/lib/money/money";

/** Money received or returned for a card payment: Stripe's ID, the amount and a description. */
export type CardTransaction = { move: string; amount_cents: Cents; words: string; at: string };

/** Fields of a payment, its refunds and its disputes that the program reads from Stripe. */
export type StripePaymentState = {
  charge: Pick<Stripe.Charge, "id" | "amount_captured" | "created" | "status"> | null;
  refunds: readonly Pick<Stripe.Refund, "id" | "amount" | "created" | "status" | "metadata">[];
  disputes: readonly Pick<Stripe.Dispute, "id" | "amount" | "created" | "status" | "evidence_details">[];
};

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Statuses of a refund that the bank rejected or that was canceled, so that the company has the money again. */
const NOT_REFUNDED = new Set<string | null>(["failed", "canceled"]);

/** Metadata key of the reason that a user typed for a refund. */
export const REFUND_REASON_KEY = "why";
/** Reason for an automatic refund of a payment that came too late. */
export const PAID_TOO_LATE_REASON = "It came too late: the invoice was no longer open";

/**
 * Return all money received and returned for a card payment, in order, from Stripe's current state. Transactions never
 * change or disappear later, so each can be stored when first seen. A failed refund counts as returned and received
 * again. Of disputes, only a lost one returns money.
 */
export function listCardTransactions({ charge, refunds, disputes }: StripePaymentState): CardTransaction[] {
  const moves: CardTransaction[] = [];
  if (charge?.status === "succeeded" && charge.amount_captured > 0)
    moves.push({
      move: charge.id,
      amount_cents: charge.amount_captured,
      words: "Paid by card",
      at: instant(charge.created),
    });
  for (const { id, amount, created, status, metadata } of refunds) {
    const why = metadata?.[REFUND_REASON_KEY];
    const words = why ? `Refunded to the card: ${why}` : "Refunded to the card";
    moves.push({ move: id, amount_cents: -amount, words, at: instant(created) });
    if (NOT_REFUNDED.has(status))
      moves.push({
        move: `${id}:back`,
        amount_cents: amount,
        words: "The refund failed",
        at: instant(created),
      });
  }
  for (const { id, amount, created, status } of disputes)
    if (status === "lost")
      moves.push({
        move: `${id}:lost`,
        amount_cents: -amount,
        words: "The card's bank took it back: a dispute was lost",
        at: instant(created),
      });
  return moves.sort((a, b) => (a.at === b.at ? order(a) - order(b) : a.at < b.at ? -1 : 1));
}

/** Return the sort order of transactions in the same second. */
const order = ({ amount_cents, move }: CardTransaction): number =>
  move.endsWith(":back") ? 2 : amount_cents > 0 ? 0 : 1;

/**
 * Return the part of a payment that counts toward an invoice: the amount received and not returned, up to the invoice's
 * open amount.
 */
export const getAmountTowardInvoice = (held: Cents, room: Cents): Cents => Math.max(0, Math.min(held, room));

/** Check whether a dispute needs a response or is under review. */
export const isOpenDispute = (status: string | null): boolean =>
  status !== null && !["won", "lost", "warning_closed", "prevented"].includes(status);

/** Return the dispute to show: an open dispute if there is one, else the newest. */
export function findOpenDispute({ disputes }: Pick<StripePaymentState, "disputes">) {
  const [shown] = [...disputes].sort(
    (a, b) => Number(isOpenDispute(b.status)) - Number(isOpenDispute(a.status)) || b.created - a.created,
  );
  const due = shown?.evidence_details.due_by ?? null;
  return { status: shown?.status ?? null, due_at: due === null ? null : instant(due) };
}
