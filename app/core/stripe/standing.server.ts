import type Stripe from "stripe";
import { TIERS } from "#db/schema";

/** What the program needs of a subscription as Stripe tells it. */
export type Told = Pick<
  Stripe.Subscription,
  "id" | "status" | "cancel_at" | "cancel_at_period_end" | "trial_end" | "created"
> & {
  items: {
    data: readonly { price: { id: string; lookup_key: string | null }; current_period_end: number }[];
  };
};

export type Tier = (typeof TIERS)[number];
/** The subscriptions that are sold, by what Stripe knows them by. */
export type Sold = { tier: Tier; lookup_key: string; stripe_price_id: string | null };

/** How a company stands: what it has subscribed to, and until when that goes. */
export type BillingStanding = {
  stripe_subscription_id: string | null;
  tier: Tier | null;
  status: string | null;
  current_period_end: string | null;
  cancel_at: string | null;
  trial_end: string | null;
};

const NONE: BillingStanding = {
  stripe_subscription_id: null,
  tier: null,
  status: null,
  current_period_end: null,
  cancel_at: null,
  trial_end: null,
};

const LIVE = new Set<string | null>(["active", "trialing", "past_due"]);
/** Whether a subscription gives what was bought: also while a card that was refused is tried again. */
export const isLive = (status: string | null): boolean => LIVE.has(status);

/** A subscription's features go on so long after its period, since a renewal may take a while to be told. */
export const GRACE_MS = 3 * 86_400_000;

const instant = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString();

/**
 * Which of a customer's subscriptions counts: the live one of the best tier, else the newest. Two live ones shouldn't be, and
 * are counted so that somebody hears of it.
 */
export function billingStanding(
  subscriptions: readonly Told[],
  sold: readonly Sold[],
): { standing: BillingStanding; live: number } {
  const known = subscriptions.flatMap((told) => {
    const of = told.items.data.flatMap((item) => {
      const product = sold.find(
        (p) => p.stripe_price_id === item.price.id || p.lookup_key === item.price.lookup_key,
      );
      return product ? [{ tier: product.tier, end: item.current_period_end }] : [];
    });
    const [best] = of.sort((a, b) => TIERS.indexOf(b.tier) - TIERS.indexOf(a.tier));
    return best ? [{ told, ...best }] : [];
  });
  const rank = ({ told, tier }: (typeof known)[number]) =>
    isLive(told.status) ? 1 + TIERS.indexOf(tier) : 0;
  const [first] = known.sort((a, b) => rank(b) - rank(a) || b.told.created - a.told.created);
  const live = known.filter(({ told }) => isLive(told.status)).length;
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

/** Until when a standing gives its features; null where it gives none. */
export function givenUntil({ status, current_period_end, cancel_at }: BillingStanding): string | null {
  if (!isLive(status) || !current_period_end) return null;
  const graced = new Date(Date.parse(current_period_end) + GRACE_MS).toISOString();
  return cancel_at && cancel_at < graced ? cancel_at : graced;
}
