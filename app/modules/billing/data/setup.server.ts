import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Database } from "#db/client.server";
import { billingProduct } from "#db/schema";
import { STRIPE_VERSION } from "../shared/client.server";

/** Events sent to the site's endpoint: every event that changes data fetched from Stripe. */
const SITE_EVENTS = [
  "charge.dispute.closed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.refunded",
  "checkout.session.async_payment_failed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.completed",
  "checkout.session.expired",
  "customer.deleted",
  "customer.subscription.created",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.subscription.updated",
  "invoice.finalized",
  "invoice.marked_uncollectible",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.voided",
] as const;

/** Events sent to the endpoint for connected accounts: every event that changes an account's state or its payments. */
const ACCOUNT_EVENTS = [
  "account.application.deauthorized",
  "account.updated",
  "charge.dispute.closed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "checkout.session.async_payment_failed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.completed",
  "checkout.session.expired",
  "refund.created",
  "refund.failed",
  "refund.updated",
] as const;

const ENDPOINTS = [
  { address: "/stripe/events", enabled_events: [...SITE_EVENTS], connect: false },
  { address: "/stripe/account-events", enabled_events: [...ACCOUNT_EVENTS], connect: true },
];

/**
 * Result of the setup: created objects, existing objects, and the new endpoints' secrets, which are shown to the
 * operator once.
 */
export type StripeSetup = { made: string[]; kept: string[]; secrets: { endpoint: string; secret: string }[] };

/**
 * Create the objects that this program needs at Stripe: a product and a price per subscription (found by lookup key),
 * the portal, and the endpoints at the pinned version. Running the setup again creates no duplicates. A new amount
 * creates a new price with the same lookup key; existing subscribers keep the old price.
 */
export async function setUpStripe(
  db: Database,
  client: Stripe,
  { site, amounts = {} }: { site: string; amounts?: Record<string, number> },
): Promise<StripeSetup> {
  const done: StripeSetup = { made: [], kept: [], secrets: [] };
  const rows = await db.read.select().from(billingProduct);
  const prices: { product: string; price: string }[] = [];
  for (const row of rows) {
    const unit_amount = amounts[row.tier] ?? row.unit_amount;
    const price = await priceOf(client, { ...row, unit_amount }, done);
    prices.push({
      product: typeof price.product === "string" ? price.product : price.product.id,
      price: price.id,
    });
    const update = db.write
      .update(billingProduct)
      .set({ unit_amount, stripe_price_id: price.id })
      .where(eq(billingProduct.tier, row.tier));
    await db.batch([update.toSQL()]);
  }
  await portalOf(client, prices, site, done);
  for (const { address, ...endpoint } of ENDPOINTS)
    await endpointOf(client, { url: `${site}${address}`, ...endpoint }, done);
  return done;
}

type Row = typeof billingProduct.$inferSelect;

async function priceOf(client: Stripe, row: Row, done: StripeSetup): Promise<Stripe.Price> {
  const { data } = await client.prices.list({ lookup_keys: [row.lookup_key], active: true, limit: 1 });
  const [known] = data;
  if (known && known.unit_amount === row.unit_amount && known.currency === row.currency) {
    done.kept.push(`price ${row.name}`);
    return known;
  }
  const of = known ? (typeof known.product === "string" ? known.product : known.product.id) : null;
  const product = of ?? (await productOf(client, row, done));
  done.made.push(`price ${row.name}`);
  return client.prices.create({
    product,
    currency: row.currency,
    unit_amount: row.unit_amount,
    recurring: { interval: "month" },
    lookup_key: row.lookup_key,
    transfer_lookup_key: true,
  });
}

async function productOf(client: Stripe, row: Row, done: StripeSetup): Promise<string> {
  const { data } = await client.products.list({ active: true, limit: 100 });
  const known = data.find(({ metadata }) => metadata.timbertally_tier === row.tier);
  if (known) return known.id;
  done.made.push(`product ${row.name}`);
  const metadata = { timbertally_tier: row.tier };
  return (await client.products.create({ name: `Timbertally ${row.name}`, metadata })).id;
}

type Sold = readonly { product: string; price: string }[];

/** Create the portal: card, invoices, cancellation at the end of a period, and changing the plan. */
async function portalOf(client: Stripe, sold: Sold, site: string, done: StripeSetup): Promise<void> {
  const { data } = await client.billingPortal.configurations.list({
    active: true,
    is_default: true,
    limit: 1,
  });
  const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: "at_period_end" },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ["price"],
      proration_behavior: "create_prorations",
      products: sold.map(({ product, price }) => ({ product, prices: [price] })),
    },
  };
  const [known] = data;
  if (known) {
    await client.billingPortal.configurations.update(known.id, { features });
    done.kept.push("portal");
    return;
  }
  await client.billingPortal.configurations.create({
    features,
    default_return_url: `${site}/company/subscription`,
  });
  done.made.push("portal");
}

type Endpoint = Pick<Stripe.WebhookEndpointCreateParams, "url" | "enabled_events" | "connect">;

async function endpointOf(client: Stripe, endpoint: Endpoint, done: StripeSetup): Promise<void> {
  const { url } = endpoint;
  const { data } = await client.webhookEndpoints.list({ limit: 100 });
  const known = data.find((webhookEndpoint) => webhookEndpoint.url === url);
  if (known) {
    const { enabled_events } = endpoint;
    // Add missing events to an endpoint that an earlier version of this program created.
    if (enabled_events.every((name) => known.enabled_events.includes(name))) {
      done.kept.push(`endpoint ${url}`);
      return;
    }
    await client.webhookEndpoints.update(known.id, { enabled_events });
    done.made.push(`events of ${url}`);
    return;
  }
  const response = await client.webhookEndpoints.create({ ...endpoint, api_version: STRIPE_VERSION });
  done.made.push(`endpoint ${url}`);
  if (response.secret) done.secrets.push({ endpoint: url, secret: response.secret });
}
