import { and, eq } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import { company, companyFeatureAccess, companySubscription, TIERS } from "#db/schema";
import { hasFeature } from "~/lib/access/company-features";
import { createTextSchema } from "~/lib/text/input";
import type { CompanyActor } from "~/web/actor";
import { requireAdmin } from "~/web/admin";
import { allowAnyRows } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { type Ctx, procedure, type ReadCtx } from "~/web/procedure";
import { unprocessable } from "~/web/refusal";
import { stripePageOutput } from "../rules/output";
import { isLiveStatus } from "../shared/billing-status.server";
import { areCardPaymentsEnabled, callStripe } from "../shared/client.server";
import { readOwnSubscription, readPlans } from "./subscription.server";
import { buildCheckoutPageSteps, pullOwnSubscription } from "./sync.server";

const ADMINS = "Only an admin of your company can change its subscription.";
const NO_CARDS = "This site doesn't take cards. Contact Sales instead.";
const HAVE_ONE = "You have a subscription. Manage it here.";

const PAGE = "/company/subscription";
const back = (more = "") => `${env().PUBLIC_URL}${PAGE}${more}`;

/** Minimum time left in a free trial for Stripe to accept it as its own trial. */
const SHORTEST_TRIAL_MS = 48 * 3_600_000;

/** Store the acting company's customer at Stripe, unless one is already stored. */
const keepCustomer = procedure({
  name: "keepCustomer",
  may: "company.update",
  input: z.strictObject({ customer: createTextSchema(255) }),
  run: (ctx, { customer }) =>
    ctx.commit(
      [
        allowAnyRows(
          ctx.write
            .insert(companySubscription)
            .values({ company_id: ctx.actor.company.id, stripe_customer_id: customer })
            .onConflictDoNothing(),
        ),
      ],
      { company_id: ctx.actor.company.id },
    ),
});

/** Record an opened payment page, so that a user who leaves it sees the outcome later. */
const keepOpened = procedure({
  name: "keepOpened",
  may: "company.update",
  input: z.strictObject({
    session: createTextSchema(255),
    tier: z.enum(TIERS),
    expires_at: z.number().int(),
  }),
  run: (ctx, { session, tier, expires_at }) => {
    const page = { id: session, status: "open" as const, expires_at, metadata: { tier } };
    return ctx.commit(buildCheckoutPageSteps(ctx.actor.company.id, page, ctx.now), {
      company_id: ctx.actor.company.id,
    });
  },
});

/**
 * Return the company's customer at Stripe, created when its first admin starts to pay. Simultaneous requests get the
 * same customer.
 */
async function customerOf(ctx: Ctx<CompanyActor>): Promise<string> {
  const known = await readOwnSubscription(ctx);
  if (known) return known.stripe_customer_id;
  const { id, name } = ctx.actor.company;
  const [row] = await ctx.read.select({ made: company.created_at }).from(company).where(eq(company.id, id));
  const email = ctx.actor.user?.email;
  const customer = await callStripe("a customer", async (client) => {
    // Requests by two admins at once send identical data here, so that Stripe returns the same customer; the email is
    // set afterward.
    const response = await client.customers.create(
      { name, metadata: { company_id: String(id) } },
      { idempotencyKey: `timbertally-customer-${id}-${row?.made ?? ""}` },
    );
    if (email) await client.customers.update(response.id, { email });
    return response.id;
  });
  await ctx.apart(keepCustomer, { customer });
  return (await readOwnSubscription(ctx))?.stripe_customer_id ?? customer;
}

/**
 * Return the end of the company's free trial, for use as Stripe's trial end. Undefined if Stripe doesn't accept that
 * end; the card is then charged at once.
 */
async function trialEndOf(ctx: ReadCtx): Promise<number | undefined> {
  const features = await ctx.read
    .select()
    .from(companyFeatureAccess)
    .where(
      and(
        eq(companyFeatureAccess.company_id, ctx.actor.company.id),
        eq(companyFeatureAccess.is_subscribed, false),
      ),
    );
  const ends = features
    .filter((f) => hasFeature(features, f.feature_id, ctx.now) && f.expires_at !== null)
    .map((f) => Date.parse(f.expires_at ?? ""));
  const end = Math.max(0, ...ends);
  return end - ctx.now.getTime() >= SHORTEST_TRIAL_MS ? Math.floor(end / 1000) : undefined;
}

/**
 * Return the Stripe page to pay for a subscription. A company that already pays is sent to the portal instead. An open
 * payment page for the same plan is reused, and one for another plan is closed, so that two admins can't pay twice.
 */
export const startCheckout = procedure({
  name: "startCheckout",
  fresh: true,
  may: "company.update",
  limit: { work: "requests" },
  input: z.strictObject({ tier: z.enum(TIERS, "Choose a subscription.") }),
  output: stripePageOutput,
  async run(ctx, { tier }) {
    requireAdmin(ctx.actor, ADMINS);
    if (!areCardPaymentsEnabled()) throw unprocessable(NO_CARDS);
    const product = (await readPlans(ctx)).find((p) => p.tier === tier);
    const price = product?.stripe_price_id;
    if (!price) throw unprocessable(NO_CARDS);
    const customer = await customerOf(ctx);
    await callStripe("how the company stands", () => ctx.apart(pullOwnSubscription, { customer }));
    if (isLiveStatus((await readOwnSubscription(ctx))?.status ?? null)) throw unprocessable(HAVE_ONE);
    const trial_end = await trialEndOf(ctx);
    const page = await callStripe("a page to pay on", async (client) => {
      const { data: sessions } = await client.checkout.sessions.list({ customer, limit: 20 });
      const open = sessions.filter(({ status, mode }) => status === "open" && mode === "subscription");
      const same = open.find(
        ({ metadata, url }) => url && metadata?.tier === tier && metadata.price === price,
      );
      if (same) return same;
      for (const { id } of open) await client.checkout.sessions.expire(id);
      return client.checkout.sessions.create(sessionOf({ customer, tier, price, trial_end }), {
        idempotencyKey: `timbertally-${customer}-${price}-${sessions[0]?.id ?? "first"}`,
      });
    });
    if (!page.url) throw unprocessable(NO_CARDS);
    await ctx.apart(keepOpened, { session: page.id, tier, expires_at: page.expires_at });
    return { url: page.url };
  },
});

type Asked = { customer: string; tier: string; price: string; trial_end: number | undefined };

function sessionOf({ customer, tier, price, trial_end }: Asked): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "subscription",
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: back("?session_id={CHECKOUT_SESSION_ID}"),
    cancel_url: back("?left"),
    metadata: { tier, price },
    ...(trial_end
      ? {
          subscription_data: {
            trial_end,
            trial_settings: { end_behavior: { missing_payment_method: "cancel" as const } },
          },
        }
      : {}),
  };
}

/**
 * Return Stripe's page where a company manages its card, invoices, upgrades and cancellation. `card` opens the page at
 * the card.
 */
export const openPortal = procedure({
  name: "openPortal",
  fresh: true,
  may: "company.update",
  limit: { work: "requests" },
  input: z.strictObject({ card: z.boolean().optional() }),
  output: stripePageOutput,
  async run(ctx, { card }) {
    requireAdmin(ctx.actor, ADMINS);
    const row = await readOwnSubscription(ctx);
    if (!areCardPaymentsEnabled() || !row) throw unprocessable("There is nothing to manage yet.");
    const customer = row.stripe_customer_id;
    const { url } = await callStripe("the page of a subscription", (client) =>
      client.billingPortal.sessions.create({
        customer,
        return_url: back("?session_id=portal"),
        ...(card
          ? {
              flow_data: {
                type: "payment_method_update" as const,
                after_completion: {
                  type: "redirect" as const,
                  redirect: { return_url: back("?session_id=portal") },
                },
              },
            }
          : {}),
      }),
    );
    return { url };
  },
});

/** Fetch the outcome when the user returns from Stripe's page, without waiting for Stripe's event. */
export const refreshSubscription = procedure({
  name: "refreshSubscription",
  may: "company.read",
  limit: { work: "requests" },
  input: z.strictObject({}),
  async run(ctx) {
    const row = await readOwnSubscription(ctx);
    if (!areCardPaymentsEnabled() || !row) return { told: false };
    await callStripe("what became of it", () =>
      ctx.apart(pullOwnSubscription, { customer: row.stripe_customer_id }),
    );
    return { told: true };
  },
});
