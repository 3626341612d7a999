import type Stripe from "stripe";
import type { Cents } from "~/lib/money/money";

/** Money that came or went for a card payment: Stripe's ID, the amount and a description. */
export type CardMove = { move: string; amount_cents: Cents; words: string; at: string };

/** Fields of a payment, its refunds and its disputes that the program reads from Stripe. */
export type StripePaymentState = {
  charge: Pick<Stripe.Charge, "id" | "amount_captured" | "created" | "status"> | null;
  refunds: readonly Pick<Stripe.Refund, "id" | "amount" | "created" | "status" | "metadata">[];
  disputes: readonly Pick<Stripe.Dispute, "id" | "amount" | "created" | "status" | "evidence_details">[];
};

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Refund that the bank refused, or that was canceled: the company has the money again. */
const NOT_REFUNDED = new Set<string | null>(["failed", "canceled"]);

/** Metadata key of the reason for a refund by this program, as a user typed it. */
export const REFUND_REASON_KEY = "why";
/** Reason for a refund by this program itself: the payment came too late. */
export const TOO_LATE_MESSAGE = "It came too late: the invoice was no longer open";

/**
 * Return all money that came and went for a card payment, in order, from Stripe's current state. A move never changes
 * and never goes away: Stripe's later state has these and perhaps more, so each can be stored when first seen. A failed
 * refund went and came back. Only lost disputes took money for good.
 */
export function listCardMoves({ charge, refunds, disputes }: StripePaymentState): CardMove[] {
  const moves: CardMove[] = [];
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

/** Order of two moves in the same second. */
const order = ({ amount_cents, move }: CardMove): number =>
  move.endsWith(":back") ? 2 : amount_cents > 0 ? 0 : 1;

/** Part of a payment's money that counts for an invoice: all that is held, up to the amount still open. */
export const countTowardsInvoice = (held: Cents, room: Cents): Cents => Math.max(0, Math.min(held, room));

/** True if a dispute needs an answer or is under review. */
export const isOpenDispute = (status: string | null): boolean =>
  status !== null && !["won", "lost", "warning_closed", "prevented"].includes(status);

/** Return the dispute to show: an open one, else the newest. */
export function findOpenDispute({ disputes }: Pick<StripePaymentState, "disputes">) {
  const [shown] = [...disputes].sort(
    (a, b) => Number(isOpenDispute(b.status)) - Number(isOpenDispute(a.status)) || b.created - a.created,
  );
  const due = shown?.evidence_details.due_by ?? null;
  return { status: shown?.status ?? null, due_at: due === null ? null : instant(due) };
}
