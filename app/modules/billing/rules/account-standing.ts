import type Stripe from "stripe";

/** Fields of a connected account that the program reads from Stripe. */
export type StripeAccountState = Pick<
  Stripe.Account,
  "id" | "charges_enabled" | "payouts_enabled" | "details_submitted"
> & {
  requirements?: Pick<Stripe.Account.Requirements, "currently_due" | "past_due" | "disabled_reason">;
};

/** Stored state of a connected account. */
export type AccountRow = {
  details_submitted: boolean;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  requirement_count: number;
  disabled_reason: string | null;
  is_disconnected: boolean;
};

/** Convert Stripe's account state to the stored state; null means that Stripe no longer lets us read the account. */
export function toAccountRow(stripeAccountState: StripeAccountState | null): AccountRow {
  if (!stripeAccountState)
    return {
      details_submitted: false,
      charges_enabled: false,
      payouts_enabled: false,
      requirement_count: 0,
      disabled_reason: null,
      is_disconnected: true,
    };
  const { requirements } = stripeAccountState;
  const needs = new Set([...(requirements?.currently_due ?? []), ...(requirements?.past_due ?? [])]);
  return {
    details_submitted: stripeAccountState.details_submitted,
    charges_enabled: stripeAccountState.charges_enabled,
    payouts_enabled: stripeAccountState.payouts_enabled,
    requirement_count: needs.size,
    disabled_reason: requirements?.disabled_reason ?? null,
    is_disconnected: false,
  };
}

/** States of a company's account for card payments. */
export const ACCOUNT_STATES = [
  "none",
  "started",
  "needs_answers",
  "being_checked",
  "takes_cards",
  "paused",
  "refused",
  "disconnected",
] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Return the state of a company's account; pass null for a company without an account. */
export function getAccountState(row: (AccountRow & { is_paused: boolean }) | null): AccountState {
  if (!row) return "none";
  if (row.is_disconnected) return "disconnected";
  if (row.disabled_reason?.startsWith("rejected.")) return "refused";
  if (!row.details_submitted) return "started";
  if (row.charges_enabled) return row.is_paused ? "paused" : "takes_cards";
  return row.requirement_count > 0 ? "needs_answers" : "being_checked";
}

/**
 * Return the text for a state, its consequence, and the label of the link to Stripe (null if the company has nothing to
 * do there).
 */
export function getAccountMessage(
  state: AccountState,
  { requirement_count = 0, payouts_enabled = true } = {},
) {
  const more = requirement_count === 1 ? "one more answer" : `${requirement_count} more answers`;
  switch (state) {
    case "none":
      return {
        words: "Customers can't pay your invoices by card yet.",
        more: "Stripe asks who you are and which bank account to pay. After that, your invoice links have a Pay button.",
        go: "Set up card payments",
      };
    case "started":
      return {
        words: "Started, not finished.",
        more: "Customers can pay by card once you finish.",
        go: "Continue at Stripe",
      };
    case "needs_answers":
      return {
        words: "Customers can't pay by card now.",
        more: `Stripe needs ${more} from you.`,
        go: "Answer Stripe",
      };
    case "being_checked":
      return {
        words: "Stripe is reviewing your answers.",
        more: "This takes a day or two. After that, customers can pay by card.",
        go: null,
      };
    case "refused":
      return {
        words: "Stripe didn't accept this account.",
        more: "Ask Stripe why. Your invoices don't change, and you can still mark them paid.",
        go: null,
      };
    case "disconnected":
      return {
        words: "The account was disconnected at Stripe.",
        more: "Customers can't pay by card. Past payments stay on their invoices.",
        go: "Set up card payments again",
      };
    case "paused":
      return {
        words: "Paused: your invoices don't have a Pay button.",
        more: "Past card payments don't change.",
        go: requirement_count > 0 ? "Answer Stripe" : null,
      };
    case "takes_cards":
      return {
        words: "Customers can pay your invoices by card.",
        more:
          requirement_count > 0
            ? `Stripe needs ${more} from you to keep it that way.`
            : payouts_enabled
              ? "Stripe pays the money out to your bank."
              : "Stripe isn't paying out to your bank yet. Check there for what's missing.",
        go: requirement_count > 0 || !payouts_enabled ? "Answer Stripe" : null,
      };
  }
}
