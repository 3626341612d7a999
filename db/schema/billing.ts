import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant, isOneOfCheck } from "./columns";
import { company } from "./companies";

/** Subscription tiers; a company without a tier is on the free plan. */
export const TIERS = ["basic", "professional"] as const;

/**
 * A subscription for sale, with its price and features. Each deployment's operator sets the prices (`npx tsx
 * db/scripts/stripe-setup.ts`).
 */
export const billingProduct = sqliteTable(
  "billing_product",
  {
    tier: text("tier").$type<(typeof TIERS)[number]>().primaryKey(),
    name: text("name").notNull(),
    /** Price in cents for each interval. */
    unit_amount: integer("unit_amount").notNull(),
    currency: text("currency").notNull().default("usd"),
    interval: text("interval").notNull().default("month"),
    lookup_key: text("lookup_key").notNull().unique(),
    /** Feature ids, separated by commas. */
    feature_ids: text("feature_ids").notNull(),
    /** Stripe's price id, once the price exists at Stripe. */
    stripe_price_id: text("stripe_price_id"),
  },
  (t) => [
    isOneOfCheck("billing_product_tier", t.tier, TIERS),
    check("billing_product_amount", sql`${t.unit_amount} > 0`),
    check("billing_product_interval", sql`${t.interval} = 'month'`),
  ],
);

/** Statuses of a checkout page for a subscription. */
export const CHECKOUT_STATUSES = ["open", "complete", "expired"] as const;

/** Status of a subscription invoice at Stripe; drafts are never shown. */
export const BILLED_STATUSES = ["open", "paid", "uncollectible", "void"] as const;

/**
 * A company's state at Stripe, as last fetched from Stripe's API, never from an event's content (docs/billing.md). A
 * company that never opened a checkout has no row.
 */
export const companySubscription = sqliteTable(
  "company_subscription",
  {
    company_id: integer("company_id")
      .primaryKey()
      .references(() => company.id),
    stripe_customer_id: text("stripe_customer_id").notNull(),
    /** The company's current Stripe subscription, if any. */
    stripe_subscription_id: text("stripe_subscription_id"),
    tier: text("tier").$type<(typeof TIERS)[number]>(),
    /** Stripe's status of the subscription; null if there is no subscription. */
    status: text("status"),
    current_period_end: instant("current_period_end"),
    /** End date if the company canceled the subscription; null if it continues. */
    cancel_at: instant("cancel_at"),
    trial_end: instant("trial_end"),
    /** Start time of the Stripe request that this row comes from. */
    synced_at: instant("synced_at"),
  },
  (t) => [
    uniqueIndex("company_subscription_customer").on(t.stripe_customer_id),
    uniqueIndex("company_subscription_subscription")
      .on(t.stripe_subscription_id)
      .where(sql`stripe_subscription_id IS NOT NULL`),
    isOneOfCheck("company_subscription_tier", t.tier, TIERS),
  ],
);

/**
 * A company's newest Stripe checkout page for a subscription, and its status as last fetched, because users may leave
 * the page, and the page expires automatically.
 */
export const billingCheckout = sqliteTable(
  "billing_checkout",
  {
    company_id: integer("company_id")
      .primaryKey()
      .references(() => company.id),
    stripe_session_id: text("stripe_session_id").notNull(),
    tier: text("tier").$type<(typeof TIERS)[number]>(),
    status: text("status").$type<(typeof CHECKOUT_STATUSES)[number]>().notNull(),
    expires_at: instant("expires_at").notNull(),
    /** Start time of the Stripe request that this row comes from. */
    synced_at: instant("synced_at").notNull(),
  },
  (t) => [
    isOneOfCheck("billing_checkout_tier", t.tier, TIERS),
    isOneOfCheck("billing_checkout_status", t.status, CHECKOUT_STATUSES),
  ],
);

/** One line of a subscription invoice. */
export type BilledLine = { description: string; amount: number };

/**
 * A company's subscription invoices, as last fetched from Stripe. Rows stay even if Stripe no longer lists the company.
 * The invoices that the company itself issues are in `invoice`.
 */
export const billingInvoice = sqliteTable(
  "billing_invoice",
  {
    /** Stripe's id of the invoice. */
    id: text("id").primaryKey(),
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    number: text("number"),
    status: text("status").$type<(typeof BILLED_STATUSES)[number]>().notNull(),
    created_at: instant("created_at").notNull(),
    due_at: instant("due_at"),
    currency: text("currency").notNull(),
    subtotal_cents: integer("subtotal_cents").notNull(),
    tax_cents: integer("tax_cents").notNull(),
    total_cents: integer("total_cents").notNull(),
    due_cents: integer("due_cents").notNull(),
    refunded_cents: integer("refunded_cents").notNull().default(0),
    /** Stripe's status of a dispute about the invoice. */
    dispute_status: text("dispute_status"),
    lines: text("lines", { mode: "json" }).$type<BilledLine[]>().notNull(),
    /** Stripe's web page of the invoice, and its PDF. */
    url: text("url"),
    pdf_url: text("pdf_url"),
    /** Start time of the Stripe request that this row comes from. */
    synced_at: instant("synced_at").notNull(),
  },
  (t) => [
    index("billing_invoice_company").on(t.company_id, t.created_at),
    isOneOfCheck("billing_invoice_status", t.status, BILLED_STATUSES),
  ],
);

/**
 * Stripe events, one row each: the account or customer whose state must be fetched, and whether it was fetched. The
 * events' content is not stored.
 */
export const stripeEvent = sqliteTable(
  "stripe_event",
  {
    id: text("id").primaryKey(),
    /** The connected account that the event concerns; null for the site's own account. */
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
