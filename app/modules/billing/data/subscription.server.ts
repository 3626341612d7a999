import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { billingProduct, companySubscription } from "#db/schema";
import { FEATURE_LABELS, type FeatureAccess, getFeatureStatus } from "~/lib/access/company-features";
import { readCompanyFeatures } from "~/lib/access/features.server";
import { formatDay, getDay } from "~/lib/time/time";
import { env } from "~/web/env.server";
import { procedure, type ReadCtx } from "~/web/procedure";
import { billingOutput, billingProductsOutput } from "../rules/output";
import { isLiveStatus, type Tier } from "../shared/billing-status.server";
import { areCardPaymentsEnabled } from "../shared/client.server";
import { readSubscriptionCharges, readUnfinishedCheckout } from "./billed.server";

/** Query the plans for sale, cheapest first. */
export const readPlans = (ctx: Pick<ReadCtx, "read">) =>
  ctx.read.select().from(billingProduct).orderBy(asc(billingProduct.unit_amount));

/** Read the acting company's Stripe state as last fetched; undefined if the company never started to pay. */
export async function readOwnSubscription(ctx: ReadCtx) {
  const [row] = await ctx.read
    .select()
    .from(companySubscription)
    .where(eq(companySubscription.company_id, ctx.actor.company.id));
  return row;
}

const featuresIn = (ids: string): number[] => ids.split(",").map(Number);

/** Plans for sale, for API clients. */
export const listBillingProducts = procedure({
  name: "listBillingProducts",
  may: "company.read",
  input: z.strictObject({}),
  output: billingProductsOutput,
  async run(ctx) {
    const billing_products = (await readPlans(ctx)).map((p) => ({
      tier: p.tier,
      name: p.name,
      unit_amount: p.unit_amount,
      currency: p.currency,
      interval: p.interval,
      feature_ids: featuresIn(p.feature_ids),
    }));
    const total = billing_products.length;
    return { billing_products, meta: { total, skip: 0, take: total } };
  },
});

/** Subscription state of the acting company. */
export const getBilling = procedure({
  name: "getBilling",
  may: "company.read",
  input: z.strictObject({}),
  output: billingOutput,
  async run(ctx) {
    const row = await readOwnSubscription(ctx);
    return {
      subscription: {
        is_active: isLiveStatus(row?.status ?? null) || ctx.actor.company.is_professional,
        tier: isLiveStatus(row?.status ?? null) ? (row?.tier ?? null) : null,
        status: row?.status ?? null,
        current_period_end: row?.current_period_end ?? null,
        cancel_at: row?.cancel_at ?? null,
        trial_end: row?.trial_end ?? null,
      },
    };
  },
});

/**
 * Format the current subscription as text, with the action that it needs, if any; null if the company has no
 * subscription at Stripe.
 */
function inForce(
  row: Awaited<ReturnType<typeof readOwnSubscription>>,
  name: string,
  day: (at: string) => string,
) {
  if (!row?.status) return null;
  const { status, current_period_end: end, cancel_at, trial_end } = row;
  if (status === "past_due")
    return {
      words: `${name}. Your card was refused.`,
      needs: "Everything still works while we try again. Update your card to keep it that way.",
    };
  if (status === "incomplete")
    return { words: `${name}, not paid yet.`, needs: "The first payment wasn't finished." };
  if (status === "incomplete_expired")
    return {
      words: `${name}, not paid.`,
      needs: "The first payment wasn't finished in time, so the subscription didn't start.",
    };
  if (!isLiveStatus(status))
    return {
      words: "Your subscription has ended.",
      needs: "What you made is kept, and you can still read it.",
    };
  if (cancel_at) return { words: `${name}, ends ${day(cancel_at)}. It isn't renewed.`, needs: null };
  if (status === "trialing" && trial_end)
    return {
      words: `${name}. Your free trial runs until ${day(trial_end)}. After that, your card is charged.`,
      needs: null,
    };
  return { words: end ? `${name}, renews ${day(end)}.` : `${name}.`, needs: null };
}

/** Return the data of the subscription page: current subscription, plans for sale, and what the user may do. */
export const getSubscriptionPage = procedure({
  name: "getSubscriptionPage",
  may: "company.read",
  input: z.strictObject({}),
  async run(ctx) {
    const [row, products, features] = await Promise.all([
      readOwnSubscription(ctx),
      readPlans(ctx),
      readCompanyFeatures(ctx),
    ]);
    const day = (instant: string) => formatDay(getDay(new Date(instant), ctx.actor.zone));
    const live = isLiveStatus(row?.status ?? null);
    const current = products.find(({ tier }) => tier === row?.tier)?.name ?? "Subscription";
    const cards = areCardPaymentsEnabled();
    const is_admin = ctx.actor.permissions.is_primary && ctx.actor.user !== null;
    const nameOf = (tier: string | null) => products.find((p) => p.tier === tier)?.name ?? "Timbertally";
    const [billed, left] = await Promise.all([
      is_admin ? readSubscriptionCharges(ctx) : [],
      cards && !live ? readUnfinishedCheckout(ctx, nameOf) : null,
    ]);
    return {
      cards,
      is_demo: env().DEMO,
      is_admin,
      billed,
      left,
      live,
      managed: cards && row !== undefined && row.status !== null,
      in_force: inForce(row, current, day),
      granted: grantedWords(features, ctx.now, day),
      products: products.map((p) => ({
        tier: p.tier,
        name: p.name,
        unit_amount: p.unit_amount,
        features: featuresIn(p.feature_ids).flatMap((id) => FEATURE_LABELS[id] ?? []),
        is_current: live && p.tier === row?.tier,
        for_sale: cards && p.stripe_price_id !== null,
      })),
    };
  },
});

/** Format a company's features, whatever their source, one line each. */
function grantedWords(
  list: readonly (FeatureAccess & { is_subscribed: boolean })[],
  now: Date,
  day: (at: string) => string,
) {
  return Object.entries(FEATURE_LABELS).map(([id, name]) => {
    const { state, until } = getFeatureStatus(list, Number(id), now);
    const of = list.find(({ feature_id }) => feature_id === Number(id));
    const words =
      state === "none"
        ? "Not active"
        : state === "ended"
          ? `Ended ${until ? day(until) : ""}`.trim()
          : of?.is_subscribed
            ? "In your subscription"
            : until
              ? `Active until ${day(until)}`
              : "Active";
    return { name, words };
  });
}

export type { Tier };
