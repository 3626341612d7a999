import type Stripe from "stripe";
import { TIERS } from "#db/schema";

/** Fields of a subscription that the program reads from Stripe. */
export type StripeSubscriptionState = Pick<
  Stripe.Subscription,
  "id" | "status" | "cancel_at" | "cancel_at_period_end" | "trial_end" | "created"
> & {
  items: {
    data: readonly { price: { id: string; lookup_key: string | null }; current_period_end: number }[];
  };
};

export type Tier = (typeof TIERS)[number];
/** Subscription for sale: its tier and Stripe's keys. */
export type SubscriptionPrice = { tier: Tier; lookup_key: string; stripe_price_id: string | null };

/** Billing status of a company: its subscription and the subscription's end. */
export type BillingStatus = {
  stripe_subscription_id: string | null;
  tier: Tier | null;
  status: string | null;
  current_period_end: string | null;
  cancel_at: string | null;
  trial_end: string | null;
};

const NONE: BillingStatus = {
  stripe_subscription_id: null,
  tier: null,
  status: null,
  current_period_end: null,
  cancel_at: null,
  trial_end: null,
};

export const LIVE_STATUSES: readonly string[] = ["active", "trialing", "past_due"];
/** Check whether a subscription status grants its features; it does while a declined card is retried. */
export const isLiveStatus = (status: string | null): boolean =>
  status !== null && LIVE_STATUSES.includes(status);

/** Time for which features continue after the paid period, because a renewal event may be delayed. */
export const SUBSCRIPTION_GRACE_MS = 3 * 86_400_000;

const instant = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString();

/**
 * Return the subscription that determines the customer's features: the live one with the highest tier, or the newest if
 * none is live. Live subscriptions are counted, because more than one is an error that someone must be notified of.
 */
export function getBillingStatus(
  subscriptions: readonly StripeSubscriptionState[],
  sold: readonly SubscriptionPrice[],
): { standing: BillingStatus; live: number } {
  const known = subscriptions.flatMap((stripeSubscriptionState) => {
    const of = stripeSubscriptionState.items.data.flatMap((item) => {
      const product = sold.find(
        (p) => p.stripe_price_id === item.price.id || p.lookup_key === item.price.lookup_key,
      );
      return product ? [{ tier: product.tier, end: item.current_period_end }] : [];
    });
    const [best] = of.sort((a, b) => TIERS.indexOf(b.tier) - TIERS.indexOf(a.tier));
    return best ? [{ told: stripeSubscriptionState, ...best }] : [];
  });
  const rank = ({ told, tier }: (typeof known)[number]) =>
    isLiveStatus(told.status) ? 1 + TIERS.indexOf(tier) : 0;
  const [first] = known.sort((a, b) => rank(b) - rank(a) || b.told.created - a.told.created);
  const live = known.filter(({ told }) => isLiveStatus(told.status)).length;
  if (!first) return { standing: NONE, live };
  const { told, tier, end } = first;
  const chosen = told.cancel_at ?? (told.cancel_at_period_end ? end : null);
  return {
    standing: {
      stripe_subscription_id: told.id,
      tier,
      status: told.status,
      current_period_end: instant(end),
      cancel_at: instant(chosen),
      trial_end: instant(told.trial_end),
    },
    live,
  };
}

/** Return the time until which a subscription grants its features; null if it grants none. */
export function getPaidUntil({ status, current_period_end, cancel_at }: BillingStatus): string | null {
  if (!isLiveStatus(status) || !current_period_end) return null;
  const graced = new Date(Date.parse(current_period_end) + SUBSCRIPTION_GRACE_MS).toISOString();
  return cancel_at && cancel_at < graced ? cancel_at : graced;
}
