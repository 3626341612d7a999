import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant, oneOf } from "./columns";
import { company } from "./companies";

/** What can be subscribed to; without an entry a company has the free tier. */
export const TIERS = ["basic", "professional"] as const;

/**
 * A subscription that is sold: what it costs, and which features it brings. The prices are the operator's own
 * (`npm run stripe:setup`).
 */
export const billingProduct = sqliteTable(
  "billing_product",
  {
    tier: text("tier").$type<(typeof TIERS)[number]>().primaryKey(),
    name: text("name").notNull(),
    /** Cents for each interval. */
    unit_amount: integer("unit_amount").notNull(),
    currency: text("currency").notNull().default("usd"),
    interval: text("interval").notNull().default("month"),
    lookup_key: text("lookup_key").notNull().unique(),
    /** Ids of features, a comma between them. */
    feature_ids: text("feature_ids").notNull(),
    /** Its price at Stripe, once it was made there. */
    stripe_price_id: text("stripe_price_id"),
  },
  (t) => [
    oneOf("billing_product_tier", t.tier, TIERS),
    check("billing_product_amount", sql`${t.unit_amount} > 0`),
    check("billing_product_interval", sql`${t.interval} = 'month'`),
  ],
);

/**
 * How a company stands at Stripe, as it was last pulled from there: never what an event claims (docs/billing.md). A company
 * that never went to pay has no row.
 */
export const companySubscription = sqliteTable(
  "company_subscription",
  {
    company_id: integer("company_id")
      .primaryKey()
      .references(() => company.id),
    stripe_customer_id: text("stripe_customer_id").notNull(),
    /** The one that counts, where there is one. */
    stripe_subscription_id: text("stripe_subscription_id"),
    tier: text("tier").$type<(typeof TIERS)[number]>(),
    /** Stripe's word for it, or null where there is none. */
    status: text("status"),
    current_period_end: instant("current_period_end"),
    /** The end that somebody chose; null where it continues. */
    cancel_at: instant("cancel_at"),
    trial_end: instant("trial_end"),
    /** When the pull that this comes from began. */
    synced_at: instant("synced_at"),
  },
  (t) => [
    uniqueIndex("company_subscription_customer").on(t.stripe_customer_id),
    uniqueIndex("company_subscription_subscription")
      .on(t.stripe_subscription_id)
      .where(sql`stripe_subscription_id IS NOT NULL`),
    oneOf("company_subscription_tier", t.tier, TIERS),
  ],
);

/** What Stripe sent word of, once each: whose state to pull, and whether that was done. Nothing of its content is kept. */
export const stripeEvent = sqliteTable(
  "stripe_event",
  {
    id: text("id").primaryKey(),
    /** The connected account that it is about; null for the site's own. */
    account: text("account"),
    type: text("type").notNull(),
    object_id: text("object_id"),
    customer: text("customer"),
    created: instant("created").notNull(),
    received_at: instant("received_at").notNull(),
    processed_at: instant("processed_at"),
    attempts: integer("attempts").notNull().default(0),
    failure: text("failure"),
  },
  (t) => [index("stripe_event_waiting").on(t.received_at).where(sql`processed_at IS NULL`)],
);
