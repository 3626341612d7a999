import type Stripe from "stripe";
import type { Cents } from "~/domain/money/money";

/** Money that came or went for a card payment: Stripe's id of it, and what of it. */
export type CardMove = { move: string; amount_cents: Cents; words: string; at: string };

/** What the program needs of a payment, its refunds and its disputes, as Stripe tells them. */
export type ToldMoney = {
  charge: Pick<Stripe.Charge, "id" | "amount_captured" | "created" | "status"> | null;
  refunds: readonly Pick<Stripe.Refund, "id" | "amount" | "created" | "status" | "metadata">[];
  disputes: readonly Pick<Stripe.Dispute, "id" | "amount" | "created" | "status" | "evidence_details">[];
};

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** A refund that its bank didn't take, or that was called off: the money is with the company again. */
const NOT_REFUNDED = new Set<string | null>(["failed", "canceled"]);

/** What a refund says of itself where this program made it: why, as somebody typed it. */
export const REFUND_WHY = "why";
/** Why a refund was made by this program itself: the payment came too late. */
export const TOO_LATE = "It came too late: the invoice was no longer open";

/**
 * All that came and went for a card payment, in the order in which it did, from what Stripe says of it now. A move never
 * changes and never goes: what Stripe says later has these and perhaps more, so they can be kept one by one, whenever they are
 * first heard of. A refund that failed went and came back. Of disputes only those that were lost took money for good.
 */
export function cardMoves({ charge, refunds, disputes }: ToldMoney): CardMove[] {
  const moves: CardMove[] = [];
  if (charge?.status === "succeeded" && charge.amount_captured > 0)
    moves.push({
      move: charge.id,
      amount_cents: charge.amount_captured,
      words: "Paid by card",
      at: instant(charge.created),
    });
  for (const { id, amount, created, status, metadata } of refunds) {
    const why = metadata?.[REFUND_WHY];
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

/** What comes first where two happened in the same second. */
const order = ({ amount_cents, move }: CardMove): number =>
  move.endsWith(":back") ? 2 : amount_cents > 0 ? 0 : 1;

/** What of a payment's money counts for an invoice: all that is held, as far as there is room for it. */
export const countedOf = (held: Cents, room: Cents): Cents => Math.max(0, Math.min(held, room));

/** A dispute that somebody has to answer, or that is being looked at. */
export const isOpenDispute = (status: string | null): boolean =>
  status !== null && !["won", "lost", "warning_closed", "prevented"].includes(status);

/** The dispute that a page speaks of: one that is open, else the newest. */
export function disputeOf({ disputes }: Pick<ToldMoney, "disputes">) {
  const [shown] = [...disputes].sort(
    (a, b) => Number(isOpenDispute(b.status)) - Number(isOpenDispute(a.status)) || b.created - a.created,
  );
  const due = shown?.evidence_details.due_by ?? null;
  return { status: shown?.status ?? null, due_at: due === null ? null : instant(due) };
}
