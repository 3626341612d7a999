import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, instant, isAtLeastCheck, isOneOfCheck, thousandths, version } from "./columns";
import { company } from "./companies";
import { job } from "./jobs";
import { user } from "./people";
import { amountOwed, between, moneyCreator, settlementAdjustment } from "./settlements";

const companyRef = (name: string) => integer(name).references(() => company.id);
const ofStatement = (name: string) =>
  integer(name)
    .notNull()
    .references(() => settlementStatement.id);

/**
 * A numbered statement from one payer to one payee, made of lines. A draft has no number and may be discarded; once
 * posted, a statement's amounts never change (db/derived-settlements.sql). `hash` chains the statements of each payer
 * and payee.
 */
export const settlementStatement = sqliteTable(
  "settlement_statement",
  {
    id: id(),
    /** Number in the payer's series, from 1001. */
    number: integer("number"),
    ...between(),
    /** The company that created the statement: the payer, or a company that acted for it. */
    prepared_by_company_id: companyRef("prepared_by_company_id").notNull(),
    /** The statement's only job; null if it covers all jobs. */
    job_id: integer("job_id").references(() => job.id),
    period_start: text("period_start").notNull(),
    period_end: text("period_end").notNull(),
    pay_on: text("pay_on").notNull(),
    /** Status: 1 unpaid, 2 paid, 3 void. */
    status_type_id: integer("status_type_id").notNull().default(1),
    /** Time of posting; null for a draft. */
    posted_at: instant("posted_at"),
    gross_cents: integer("gross_cents").notNull().default(0),
    adjustments_cents: integer("adjustments_cents").notNull().default(0),
    total_cents: integer("total_cents").notNull().default(0),
    line_count: integer("line_count").notNull().default(0),
    paid_cents: integer("paid_cents").notNull().default(0),
    void_reason: text("void_reason"),
    memo: text("memo"),
    settlement_run_id: integer("settlement_run_id"),
    hash: text("hash"),
    prev_hash: text("prev_hash"),
    ...moneyCreator(),
    version: version(),
  },
  (t) => [
    uniqueIndex("settlement_statement_number")
      .on(t.paying_company_id, t.number)
      .where(sql`number IS NOT NULL`),
    index("settlement_statement_payer").on(t.paying_company_id, t.id),
    index("settlement_statement_receiver").on(t.receiving_company_id, t.posted_at, t.id),
    index("settlement_statement_maker").on(t.prepared_by_company_id, t.id),
    index("settlement_statement_pair").on(t.paying_company_id, t.receiving_company_id, t.posted_at),
    isOneOfCheck("settlement_statement_status", t.status_type_id, [1, 2, 3]),
    check("settlement_statement_total", sql`${t.posted_at} IS NULL OR ${t.total_cents} >= 0`),
    check("settlement_statement_posted", sql`(${t.posted_at} IS NULL) = (${t.number} IS NULL)`),
    check("settlement_statement_paid", sql`${t.paid_cents} BETWEEN 0 AND max(${t.total_cents}, 0)`),
    check("settlement_statement_two", sql`${t.paying_company_id} <> ${t.receiving_company_id}`),
    check("settlement_statement_period", sql`${t.period_start} <= ${t.period_end}`),
    check("settlement_statement_void", sql`(${t.status_type_id} = 3) = (${t.void_reason} IS NOT NULL)`),
  ],
);

export const LINE_KINDS = [
  "load",
  "fuel",
  "reversal",
  "addition",
  "deduction",
  "advance",
  "recovery",
  "holdback",
  "release",
  "balance",
  "carried",
] as const;

/** One line of a statement, stored as printed, with its sign and the wording at that time. */
export const settlementLine = sqliteTable(
  "settlement_line",
  {
    settlement_statement_id: ofStatement("settlement_statement_id"),
    seq: integer("seq").notNull(),
    kind: text("kind").$type<(typeof LINE_KINDS)[number]>().notNull(),
    amount_owed_id: integer("amount_owed_id").references(() => amountOwed.id),
    settlement_type_id: integer("settlement_type_id"),
    /** The statement whose line, for the same claim, this line reverses. */
    reverses_statement_id: integer("reverses_statement_id").references(() => settlementStatement.id),
    settlement_adjustment_id: integer("settlement_adjustment_id").references(() => settlementAdjustment.id),
    rate_table: text("rate_table").$type<"product" | "haul" | "fuel">(),
    rate_id: integer("rate_id"),
    quantity: thousandths("quantity"),
    wood_unit_type_id: integer("wood_unit_type_id"),
    per: text("per").$type<"unit" | "load" | "mile" | "percent">(),
    rate: integer("rate"),
    amount_cents: integer("amount_cents").notNull(),
    job_id: integer("job_id"),
    trip_ticket_id: integer("trip_ticket_id"),
    earned_on: text("earned_on"),
    ticket_number: integer("ticket_number"),
    load_number: integer("load_number"),
    scale_ticket_number: text("scale_ticket_number"),
    job_name: text("job_name"),
    product: text("product"),
    destination: text("destination"),
    note: text("note"),
  },
  (t) => [
    primaryKey({ columns: [t.settlement_statement_id, t.seq] }),
    index("settlement_line_claim").on(t.amount_owed_id).where(sql`amount_owed_id IS NOT NULL`),
    index("settlement_line_reverses")
      .on(t.reverses_statement_id)
      .where(sql`reverses_statement_id IS NOT NULL`),
    index("settlement_line_rate").on(t.rate_table, t.rate_id).where(sql`rate_id IS NOT NULL`),
    uniqueIndex("settlement_line_adjustment")
      .on(t.settlement_statement_id, t.settlement_adjustment_id)
      .where(sql`settlement_adjustment_id IS NOT NULL`),
    isOneOfCheck("settlement_line_kind", t.kind, LINE_KINDS),
    check("settlement_line_amount", sql`abs(${t.amount_cents}) <= 1000000000`),
    check(
      "settlement_line_of",
      sql`(${t.kind} IN ('load', 'fuel', 'reversal')) = (${t.amount_owed_id} IS NOT NULL)`,
    ),
    check(
      "settlement_line_takes_back",
      sql`(${t.kind} = 'reversal') = (${t.reverses_statement_id} IS NOT NULL)`,
    ),
  ],
);

export const PAYMENT_METHODS = ["check", "ach", "card", "cash", "other"] as const;

/** A payment from payer to payee; negative if it reverses a payment. Rows never change. */
export const settlementPayment = sqliteTable(
  "settlement_payment",
  {
    id: id(),
    settlement_statement_id: ofStatement("settlement_statement_id"),
    amount_cents: integer("amount_cents").notNull(),
    method: text("method").$type<(typeof PAYMENT_METHODS)[number]>().notNull(),
    reference: text("reference"),
    paid_on: text("paid_on").notNull(),
    /** The payment that this one reverses; a payment is reversed at most once. */
    reverses_id: integer("reverses_id"),
    reason: text("reason"),
    ...moneyCreator(),
  },
  (t) => [
    index("settlement_payment_statement").on(t.settlement_statement_id, t.id),
    uniqueIndex("settlement_payment_reversed").on(t.reverses_id).where(sql`reverses_id IS NOT NULL`),
    index("settlement_payment_day").on(t.paid_on),
    check("settlement_payment_amount", sql`${t.amount_cents} <> 0`),
    check("settlement_payment_why", sql`(${t.reverses_id} IS NULL) = (${t.reason} IS NULL)`),
    isOneOfCheck("settlement_payment_method", t.method, PAYMENT_METHODS),
  ],
);

/** Events of a statement, in a separate chain for each statement: each entry's hash covers the previous entry. */
export const settlementEvent = sqliteTable(
  "settlement_event",
  {
    id: id(),
    settlement_statement_id: ofStatement("settlement_statement_id"),
    seq: integer("seq").notNull(),
    activity: text("activity").notNull(),
    details: text("details", { mode: "json" }).notNull().$type<Record<string, string | number | null>>(),
    creator_user_id: integer("creator_user_id").references(() => user.id),
    creator_label: text("creator_label"),
    creator_company_id: companyRef("creator_company_id"),
    created_at: instant("created_at").notNull(),
    prev_hash: text("prev_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (t) => [uniqueIndex("settlement_event_chain").on(t.settlement_statement_id, t.seq)],
);

/** Progress of creating statements for many payees at once, in the background. */
export const settlementRun = sqliteTable(
  "settlement_run",
  {
    id: id(),
    paying_company_id: companyRef("paying_company_id").notNull(),
    prepared_by_company_id: companyRef("prepared_by_company_id").notNull(),
    job_id: integer("job_id").references(() => job.id),
    period_start: text("period_start").notNull(),
    period_end: text("period_end").notNull(),
    pay_on: text("pay_on").notNull(),
    memo: text("memo"),
    finished_at: instant("finished_at"),
    is_cancelled: flag("is_cancelled"),
    ...moneyCreator(),
    version: version(),
  },
  (t) => [index("settlement_run_payer").on(t.paying_company_id, t.id)],
);

/** One payee in a settlement run, with the total that the user agreed to. */
export const settlementRunReceiver = sqliteTable(
  "settlement_run_receiver",
  {
    settlement_run_id: integer("settlement_run_id")
      .notNull()
      .references(() => settlementRun.id),
    receiving_company_id: companyRef("receiving_company_id").notNull(),
    expected_cents: integer("expected_cents").notNull(),
    expected_lines: integer("expected_lines").notNull(),
    /** True if the user ticked corrections that lower the payee's pay; otherwise they are not included. */
    includes_reductions: flag("includes_reductions"),
    settlement_statement_id: integer("settlement_statement_id").references(() => settlementStatement.id),
    finished_at: instant("finished_at"),
    failure: text("failure"),
  },
  (t) => [
    primaryKey({ columns: [t.settlement_run_id, t.receiving_company_id] }),
    isAtLeastCheck("settlement_run_receiver_lines", t.expected_lines, 0),
  ],
);
