import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { certification } from "./certifications";
import { flag, id, isOneOfCheck, thousandths, version } from "./columns";
import { company } from "./companies";
import { outboxMessage } from "./people";
import { PAYMENT_METHODS, settlementPayment, settlementStatement } from "./settlement-statements";
import { moneyCreator } from "./settlements";

export const INVOICE_STATUSES = ["draft", "open", "paid", "void"] as const;

/**
 * A company's invoice to a customer: for a statement that the company received, or for lines that it typed. A draft has
 * no number and may be changed or deleted; once issued, an invoice keeps its number and its amounts never change
 * (db/derived-invoices.sql). Past due is computed from the dates, not stored.
 */
export const invoice = sqliteTable(
  "invoice",
  {
    id: id(),
    /** Company that sends the invoice. */
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    /** Number in the company's series, from 1001. */
    number: integer("number"),
    status: text("status").$type<(typeof INVOICE_STATUSES)[number]>().notNull().default("draft"),
    /** The company that pays the invoice's statement; null for an invoice with typed lines. */
    customer_company_id: integer("customer_company_id").references(() => company.id),
    customer_name: text("customer_name").notNull(),
    customer_email: text("customer_email"),
    customer_phone: text("customer_phone"),
    customer_address: text("customer_address"),
    /** Issue day; for a draft, the day of its last edit. */
    issued_on: text("issued_on").notNull(),
    due_on: text("due_on"),
    subtotal_cents: integer("subtotal_cents").notNull().default(0),
    /** Tax rate in millionths of the subtotal. */
    tax_ppm: integer("tax_ppm").notNull().default(0),
    tax_cents: integer("tax_cents").notNull().default(0),
    total_cents: integer("total_cents").notNull().default(0),
    paid_cents: integer("paid_cents").notNull().default(0),
    memo: text("memo"),
    settlement_statement_id: integer("settlement_statement_id").references(() => settlementStatement.id),
    ...moneyCreator(),
    version: version(),
  },
  (t) => [
    uniqueIndex("invoice_number").on(t.company_id, t.number).where(sql`number IS NOT NULL`),
    uniqueIndex("invoice_of_statement")
      .on(t.settlement_statement_id)
      .where(sql`settlement_statement_id IS NOT NULL AND status <> 'void'`),
    index("invoice_list").on(t.company_id, t.issued_on, t.id),
    index("invoice_status_list").on(t.company_id, t.status, t.issued_on, t.id),
    isOneOfCheck("invoice_status", t.status, INVOICE_STATUSES),
    check("invoice_numbered", sql`(${t.status} = 'draft') = (${t.number} IS NULL)`),
    check("invoice_total", sql`${t.total_cents} = ${t.subtotal_cents} + ${t.tax_cents}`),
    check("invoice_money", sql`${t.total_cents} BETWEEN 0 AND 100000000000 AND ${t.tax_cents} >= 0`),
    check("invoice_tax", sql`${t.tax_ppm} BETWEEN 0 AND 1000000`),
    check("invoice_paid", sql`${t.paid_cents} BETWEEN 0 AND ${t.total_cents}`),
    check(
      "invoice_paid_whole",
      sql`(${t.status} = 'paid') = (${t.paid_cents} = ${t.total_cents} AND ${t.number} IS NOT NULL AND ${t.status} <> 'void')`,
    ),
    check("invoice_statement_tax", sql`${t.settlement_statement_id} IS NULL OR ${t.tax_cents} = 0`),
  ],
);

/**
 * One line of an invoice, with the certificate's license and claim for the wood at that time. Never changed, but a
 * draft's lines may be replaced.
 */
export const invoiceLine = sqliteTable(
  "invoice_line",
  {
    invoice_id: integer("invoice_id")
      .notNull()
      .references(() => invoice.id),
    seq: integer("seq").notNull(),
    description: text("description").notNull(),
    quantity: thousandths("quantity"),
    unit: text("unit"),
    /** In 1/100 cent. */
    rate: integer("rate"),
    amount_cents: integer("amount_cents").notNull(),
    certification_id: integer("certification_id").references(() => certification.id),
    certification_license: text("certification_license"),
    product_claim: text("product_claim"),
  },
  (t) => [
    primaryKey({ columns: [t.invoice_id, t.seq] }),
    check("invoice_line_amount", sql`abs(${t.amount_cents}) <= 10000000000`),
    check("invoice_line_claim", sql`(${t.certification_id} IS NULL) = (${t.certification_license} IS NULL)`),
  ],
);

/** Money received for an invoice; a negative amount reverses a payment. Rows never change. */
export const invoicePayment = sqliteTable(
  "invoice_payment",
  {
    id: id(),
    invoice_id: integer("invoice_id")
      .notNull()
      .references(() => invoice.id),
    amount_cents: integer("amount_cents").notNull(),
    method: text("method").$type<(typeof PAYMENT_METHODS)[number]>().notNull(),
    reference: text("reference"),
    paid_on: text("paid_on").notNull(),
    /** The payment that this one reverses; a payment is reversed at most once. */
    reverses_id: integer("reverses_id"),
    reason: text("reason"),
    /** The corresponding payment of the statement: the database writes both payments together. */
    settlement_payment_id: integer("settlement_payment_id").references(() => settlementPayment.id),
    ...moneyCreator(),
  },
  (t) => [
    index("invoice_payment_invoice").on(t.invoice_id, t.id),
    uniqueIndex("invoice_payment_reversed").on(t.reverses_id).where(sql`reverses_id IS NOT NULL`),
    uniqueIndex("invoice_payment_settlement")
      .on(t.settlement_payment_id, t.invoice_id)
      .where(sql`settlement_payment_id IS NOT NULL`),
    check("invoice_payment_amount", sql`${t.amount_cents} <> 0`),
    check("invoice_payment_why", sql`(${t.reverses_id} IS NULL) = (${t.reason} IS NULL)`),
    isOneOfCheck("invoice_payment_method", t.method, PAYMENT_METHODS),
  ],
);

/** Each message that sent an invoice or its receipt, and the recipient's address. */
export const invoiceSending = sqliteTable(
  "invoice_sending",
  {
    id: id(),
    invoice_id: integer("invoice_id")
      .notNull()
      .references(() => invoice.id),
    is_receipt: flag("is_receipt"),
    kind: text("kind").$type<"mail" | "text">().notNull(),
    recipient: text("recipient").notNull(),
    outbox_message_id: integer("outbox_message_id")
      .notNull()
      .references(() => outboxMessage.id),
    ...moneyCreator(),
  },
  (t) => [
    index("invoice_sending_invoice").on(t.invoice_id, t.id),
    isOneOfCheck("invoice_sending_kind", t.kind, ["mail", "text"]),
  ],
);
