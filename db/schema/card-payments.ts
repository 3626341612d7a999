import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, instant, isOneOfCheck, version } from "./columns";
import { company } from "./companies";
import { invoice, invoicePayment } from "./invoices";

/**
 * A company's own Stripe account, through which its customers pay invoices by card, as last fetched from Stripe. A
 * company that doesn't accept cards has no row.
 */
export const companyStripeAccount = sqliteTable(
  "company_stripe_account",
  {
    company_id: integer("company_id")
      .primaryKey()
      .references(() => company.id),
    stripe_account_id: text("stripe_account_id").notNull(),
    /** True if the company has completed Stripe's initial form. */
    details_submitted: flag("details_submitted"),
    charges_enabled: flag("charges_enabled"),
    payouts_enabled: flag("payouts_enabled"),
    /** Number of items that Stripe is waiting for from the company. */
    requirement_count: integer("requirement_count").notNull().default(0),
    /** Stripe's reason for not accepting cards. */
    disabled_reason: text("disabled_reason"),
    /** True if the account was disconnected from this site at Stripe: requests about it no longer work. */
    is_disconnected: flag("is_disconnected"),
    /** True if the company has paused card payments. */
    is_paused: flag("is_paused"),
    /** Start time of the Stripe request that this row comes from. */
    synced_at: instant("synced_at"),
    created_at: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("company_stripe_account_account").on(t.stripe_account_id),
    check("company_stripe_account_needs", sql`${t.requirement_count} >= 0`),
  ],
);

/** Statuses of a card payment page. */
export const CARD_STATUSES = ["open", "processing", "paid", "failed", "expired"] as const;

/**
 * A Stripe page on which a customer may pay an invoice by card, and its outcome. Amounts paid count as payments of the
 * invoice: `applied_cents` of them are in effect, by `invoice_payment_id`. Any further amount that Stripe holds arrived
 * too late, and is refunded.
 */
export const invoiceCardPayment = sqliteTable(
  "invoice_card_payment",
  {
    id: id(),
    invoice_id: integer("invoice_id")
      .notNull()
      .references(() => invoice.id),
    /** The Stripe account that receives the payment: the company's account at that time. */
    stripe_account_id: text("stripe_account_id").notNull(),
    stripe_session_id: text("stripe_session_id").notNull(),
    stripe_payment_intent_id: text("stripe_payment_intent_id"),
    url: text("url"),
    /** Amount to pay on the page. */
    requested_cents: integer("requested_cents").notNull(),
    status: text("status").$type<(typeof CARD_STATUSES)[number]>().notNull().default("open"),
    /** Amount received, less refunds. */
    received_cents: integer("received_cents").notNull().default(0),
    applied_cents: integer("applied_cents").notNull().default(0),
    invoice_payment_id: integer("invoice_payment_id").references(() => invoicePayment.id),
    /** Stripe's status of a dispute about the payment. */
    dispute_status: text("dispute_status"),
    dispute_due_at: instant("dispute_due_at"),
    expires_at: instant("expires_at").notNull(),
    synced_at: instant("synced_at"),
    created_at: instant("created_at").notNull(),
    version: version(),
  },
  (t) => [
    index("invoice_card_payment_invoice").on(t.invoice_id, t.id),
    // Allow only one open page per invoice, so that two people can't both pay.
    uniqueIndex("invoice_card_payment_open").on(t.invoice_id).where(sql`status = 'open'`),
    uniqueIndex("invoice_card_payment_session").on(t.stripe_session_id),
    uniqueIndex("invoice_card_payment_intent")
      .on(t.stripe_payment_intent_id)
      .where(sql`stripe_payment_intent_id IS NOT NULL`),
    index("invoice_card_payment_pulled").on(t.status, t.synced_at),
    uniqueIndex("invoice_card_payment_live")
      .on(t.invoice_payment_id)
      .where(sql`invoice_payment_id IS NOT NULL`),
    isOneOfCheck("invoice_card_payment_status", t.status, CARD_STATUSES),
    check("invoice_card_payment_asked", sql`${t.requested_cents} > 0`),
    check("invoice_card_payment_counted", sql`${t.applied_cents} >= 0`),
    check("invoice_card_payment_lives", sql`(${t.applied_cents} = 0) = (${t.invoice_payment_id} IS NULL)`),
  ],
);

/** Money received or returned at Stripe for a card payment, one row each: the payment, a refund, a lost dispute. */
export const invoiceCardTransaction = sqliteTable(
  "invoice_card_transaction",
  {
    invoice_card_payment_id: integer("invoice_card_payment_id")
      .notNull()
      .references(() => invoiceCardPayment.id),
    /** Kind of the transaction and its id at Stripe. */
    transaction_key: text("transaction_key").notNull(),
    amount_cents: integer("amount_cents").notNull(),
    description: text("description").notNull(),
    happened_at: instant("happened_at").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.invoice_card_payment_id, t.transaction_key] }),
    check("invoice_card_transaction_amount", sql`${t.amount_cents} <> 0`),
  ],
);
