import { and, eq } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import { company, companyFeatureAccess, companySubscription, TIERS } from "#db/schema";
import { asked, takesCards } from "~/core/stripe/client.server";
import { isLive } from "~/core/stripe/standing.server";
import { hasFeature } from "~/domain/access/company-features";
import { text } from "~/domain/text/input";
import type { CompanyActor } from "~/web/actor";
import { adminOf } from "~/web/admin";
import { mayMiss } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { type Ctx, procedure, type Reading } from "~/web/procedure";
import { notNow } from "~/web/refusal";
import { hostedOutput } from "./output";
import { soldProducts, subscriptionOf } from "./subscription.server";
import { pageOpened, pullOwnSubscription } from "./sync.server";

const ADMINS = "Only an admin of your company can change its subscription.";
const NO_CARDS = "This site doesn't take cards. Contact Sales instead.";
const HAVE_ONE = "You have a subscription. Manage it here.";

const PAGE = "/company/subscription";
const back = (more = "") => `${env().PUBLIC_URL}${PAGE}${more}`;

/** Stripe takes no trial that ends sooner. */
const SHORTEST_TRIAL_MS = 48 * 3_600_000;

/** Note who the acting company is at Stripe; the first that is noted stays. */
const keepCustomer = procedure({
  name: "keepCustomer",
  may: "company.update",
  input: z.strictObject({ customer: text(255) }),
  run: (ctx, { customer }) =>
    ctx.commit(
      [
        mayMiss(
          ctx.write
            .insert(companySubscription)
            .values({ company_id: ctx.actor.company.id, stripe_customer_id: customer })
            .onConflictDoNothing(),
        ),
      ],
      { company_id: ctx.actor.company.id },
    ),
});

/** Note the page to pay on that was opened, so that somebody who leaves it finds out what became of it. */
const keepOpened = procedure({
  name: "keepOpened",
  may: "company.update",
  input: z.strictObject({
    session: text(255),
    tier: z.enum(TIERS),
    expires_at: z.number().int(),
  }),
  run: (ctx, { session, tier, expires_at }) => {
    const page = { id: session, status: "open" as const, expires_at, metadata: { tier } };
    return ctx.commit(pageOpened(ctx.actor.company.id, page, ctx.now), { company_id: ctx.actor.company.id });
  },
});

/** The company's customer at Stripe, made by its first admin who goes to pay. Made twice at once, it is the same one. */
async function customerOf(ctx: Ctx<CompanyActor>): Promise<string> {
  const known = await subscriptionOf(ctx);
  if (known) return known.stripe_customer_id;
  const { id, name } = ctx.actor.company;
  const [row] = await ctx.read.select({ made: company.created_at }).from(company).where(eq(company.id, id));
  const email = ctx.actor.user?.email;
  const customer = await asked("a customer", async (client) => {
    // Two admins at once send the same here, so that they get the same customer; whose email it has is said after.
    const made = await client.customers.create(
      { name, metadata: { company_id: String(id) } },
      { idempotencyKey: `timbertally-customer-${id}-${row?.made ?? ""}` },
    );
    if (email) await client.customers.update(made.id, { email });
    return made.id;
  });
  await ctx.apart(keepCustomer, { customer });
  return (await subscriptionOf(ctx))?.stripe_customer_id ?? customer;
}

/** When the company's free trial ends, where Stripe takes that as the end of its own; else the card is charged at once. */
async function trialEndOf(ctx: Reading): Promise<number | undefined> {
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
 * Where to pay for a subscription: a page of Stripe's. A company that pays already is led to manage that; a page that
 * somebody has open for the same is used again, and one for another is closed, so two admins can't pay twice.
 */
export const startCheckout = procedure({
  name: "startCheckout",
  fresh: true,
  may: "company.update",
  limit: { work: "requests" },
  input: z.strictObject({ tier: z.enum(TIERS, "Choose a subscription.") }),
  output: hostedOutput,
  async run(ctx, { tier }) {
    adminOf(ctx.actor, ADMINS);
    if (!takesCards()) throw notNow(NO_CARDS);
    const product = (await soldProducts(ctx)).find((p) => p.tier === tier);
    const price = product?.stripe_price_id;
    if (!price) throw notNow(NO_CARDS);
    const customer = await customerOf(ctx);
    await asked("how the company stands", () => ctx.apart(pullOwnSubscription, { customer }));
    if (isLive((await subscriptionOf(ctx))?.status ?? null)) throw notNow(HAVE_ONE);
    const trial_end = await trialEndOf(ctx);
    const page = await asked("a page to pay on", async (client) => {
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
    if (!page.url) throw notNow(NO_CARDS);
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

/** Where a company manages what it pays, at Stripe: card, invoices, upgrade, end. `card` leads straight to its card. */
export const openPortal = procedure({
  name: "openPortal",
  fresh: true,
  may: "company.update",
  limit: { work: "requests" },
  input: z.strictObject({ card: z.boolean().optional() }),
  output: hostedOutput,
  async run(ctx, { card }) {
    adminOf(ctx.actor, ADMINS);
    const row = await subscriptionOf(ctx);
    if (!takesCards() || !row) throw notNow("There is nothing to manage yet.");
    const customer = row.stripe_customer_id;
    const { url } = await asked("the page of a subscription", (client) =>
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

/** Back from Stripe's page: what became of it is pulled at once, so that nobody waits for the event. */
export const returnFromStripe = procedure({
  name: "returnFromStripe",
  may: "company.read",
  limit: { work: "requests" },
  input: z.strictObject({}),
  async run(ctx) {
    const row = await subscriptionOf(ctx);
    if (!takesCards() || !row) return { told: false };
    await asked("what became of it", () =>
      ctx.apart(pullOwnSubscription, { customer: row.stripe_customer_id }),
    );
    return { told: true };
  },
});
