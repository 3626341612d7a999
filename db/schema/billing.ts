import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant, isOneOfCheck } from "./columns";
import { company } from "./companies";

/** What can be subscribed to; without an entry a company has the free tier. */
export const TIERS = ["basic", "professional"] as const;

/**
 * A subscription that is sold: what it costs, and which features it brings. The prices are the operator's own
 * (`npx tsx db/scripts/stripe-setup.ts`).
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
    isOneOfCheck("billing_product_tier", t.tier, TIERS),
    check("billing_product_amount", sql`${t.unit_amount} > 0`),
    check("billing_product_interval", sql`${t.interval} = 'month'`),
  ],
);

/** What became of a page to pay for a subscription on. */
export const CHECKOUT_STATUSES = ["open", "complete", "expired"] as const;

/** How an invoice of ours stands at Stripe; a draft of it is told to nobody. */
export const BILLED_STATUSES = ["open", "paid", "uncollectible", "void"] as const;

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
    /** Stripe's word for it, or null without one. */
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
    isOneOfCheck("company_subscription_tier", t.tier, TIERS),
  ],
);

/**
 * The newest page of Stripe's on which a company could pay for a subscription, and what became of that page as it was last
 * pulled: somebody may leave it, and it ends by itself.
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
    /** When the pull that this comes from began. */
    synced_at: instant("synced_at").notNull(),
  },
  (t) => [
    isOneOfCheck("billing_checkout_tier", t.tier, TIERS),
    isOneOfCheck("billing_checkout_status", t.status, CHECKOUT_STATUSES),
  ],
);

/** What is written on an invoice of ours, a line each. */
export type BilledLine = { description: string; amount: number };

/**
 * What a company was charged for its subscription, as it was last pulled from Stripe. What was pulled stays, also where
 * Stripe doesn't tell of the company anymore. These are not the company's own invoices, which are in `invoice`.
 */
export const billingInvoice = sqliteTable(
  "billing_invoice",
  {
    /** Stripe's id of it. */
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
    /** Stripe's word for a dispute about it. */
    dispute_status: text("dispute_status"),
    lines: text("lines", { mode: "json" }).$type<BilledLine[]>().notNull(),
    /** Where Stripe shows it, and has it as a PDF. */
    url: text("url"),
    pdf_url: text("pdf_url"),
    /** When the pull that this comes from began. */
    synced_at: instant("synced_at").notNull(),
  },
  (t) => [
    index("billing_invoice_company").on(t.company_id, t.created_at),
    isOneOfCheck("billing_invoice_status", t.status, BILLED_STATUSES),
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
