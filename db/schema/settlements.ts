import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, instant, isAtLeastCheck, isOneOfCheck, thousandths, version } from "./columns";
import { company } from "./companies";
import { storedFile } from "./files";
import { job, jobDestination } from "./jobs";
import { user } from "./people";
import { settlementType, usState } from "./reference";
import { tripTicket } from "./trip-tickets";

const companyRef = (name: string) => integer(name).references(() => company.id);

/** Creator of a payment-related row: a user, or a company's API key by its name. */
export const moneyCreator = () => ({
  creator_user_id: integer("creator_user_id").references(() => user.id),
  creator_label: text("creator_label"),
  creator_company_id: companyRef("creator_company_id").notNull(),
  created_at: instant("created_at").notNull(),
});

/** The payer and the payee. */
export const between = () => ({
  paying_company_id: companyRef("paying_company_id").notNull(),
  receiving_company_id: companyRef("receiving_company_id").notNull(),
});

/**
 * A claim: the amount that one company owes another for one service on one load. There is always exactly one row for
 * each ticket, service, payer and payee. `due_cents` follows changes of the load and the rates. `posted_cents` is the
 * amount on statements, maintained by triggers on statement lines. The difference is the open amount
 * (docs/settlements.md).
 */
export const amountOwed = sqliteTable(
  "amount_owed",
  {
    id: id(),
    trip_ticket_id: integer("trip_ticket_id")
      .notNull()
      .references(() => tripTicket.id),
    settlement_type_id: integer("settlement_type_id")
      .notNull()
      .references(() => settlementType.id),
    ...between(),
    /** Number of the share, from 1, if a rate is split; otherwise 0. */
    share_no: integer("share_no").notNull().default(0),
    job_id: integer("job_id")
      .notNull()
      .references(() => job.id),
    job_destination_id: integer("job_destination_id").references(() => jobDestination.id),
    /** Day when the amount was earned, in the time zone of the job's state. */
    earned_on: text("earned_on").notNull(),
    quantity: thousandths("quantity"),
    /** The unit of the quantity; null for loads and miles. */
    wood_unit_type_id: integer("wood_unit_type_id"),
    per: text("per").$type<"unit" | "load" | "mile" | "percent">(),
    /** In 1/100 cent. */
    rate: integer("rate"),
    rate_table: text("rate_table").$type<"product" | "haul" | "fuel">(),
    rate_id: integer("rate_id"),
    quantity_from: text("quantity_from").$type<
      "scaled" | "weight" | "estimated" | "converted" | "count" | "miles"
    >(),
    /** For a fuel surcharge: price of diesel in the week that applies. */
    fuel_mills: integer("fuel_mills"),
    /** Road miles in thousandths, and the mill, both as they were when the load was completed. */
    miles: thousandths("miles"),
    mill_company_id: companyRef("mill_company_id"),
    /** Amount owed; null if the amount can't be determined, and then `problem` contains the reason. */
    due_cents: integer("due_cents"),
    problem: text("problem"),
    posted_cents: integer("posted_cents").notNull().default(0),
    posted_lines: integer("posted_lines").notNull().default(0),
    paid_lines: integer("paid_lines").notNull().default(0),
    /** Time when the payer declared the claim not payable. */
    voided_at: instant("voided_at"),
    void_reason: text("void_reason"),
    /** The job's `rate_version` when the claim was priced. A claim with an earlier version is priced again. */
    rate_version: integer("rate_version").notNull().default(0),
    created_at: instant("created_at").notNull(),
    version: version(),
    status_type_id: integer("status_type_id")
      .notNull()
      .generatedAlwaysAs(
        sql`CASE WHEN voided_at IS NOT NULL THEN 3 WHEN posted_lines > 0 AND paid_lines = posted_lines THEN 2 ELSE 1 END`,
        { mode: "virtual" },
      ),
  },
  (t) => [
    uniqueIndex("trip_ticket_settlement_once").on(
      t.trip_ticket_id,
      t.settlement_type_id,
      t.paying_company_id,
      t.receiving_company_id,
      t.share_no,
    ),
    index("trip_ticket_settlement_open")
      .on(t.paying_company_id, t.receiving_company_id, t.earned_on)
      .where(sql`due_cents IS NOT NULL AND (posted_lines = 0 OR due_cents <> posted_cents)`),
    index("trip_ticket_settlement_payer").on(t.paying_company_id, t.status_type_id, t.earned_on, t.id),
    index("trip_ticket_settlement_receiver").on(t.receiving_company_id, t.status_type_id, t.earned_on, t.id),
    index("trip_ticket_settlement_job").on(t.job_id, t.rate_version),
    index("trip_ticket_settlement_problem")
      .on(t.paying_company_id, t.problem)
      .where(sql`problem IS NOT NULL`),
    check("trip_ticket_settlement_said", sql`(${t.due_cents} IS NULL) = (${t.problem} IS NOT NULL)`),
    check("trip_ticket_settlement_amount", sql`abs(${t.due_cents}) <= 1000000000`),
    check("trip_ticket_settlement_paid", sql`${t.paid_lines} BETWEEN 0 AND ${t.posted_lines}`),
    check("trip_ticket_settlement_void", sql`${t.voided_at} IS NULL OR ${t.posted_cents} = 0`),
    isOneOfCheck("trip_ticket_settlement_per", t.per, ["unit", "load", "mile", "percent"]),
    isOneOfCheck("trip_ticket_settlement_table", t.rate_table, ["product", "haul", "fuel"]),
    isOneOfCheck("trip_ticket_settlement_from", t.quantity_from, [
      "scaled",
      "weight",
      "estimated",
      "converted",
      "count",
      "miles",
    ]),
  ],
);

export const ADJUSTMENT_KINDS = [
  "addition",
  "deduction",
  "advance",
  "recovery",
  "holdback",
  "release",
  "balance",
] as const;

/**
 * An item between a payer and a payee that waits to be put on a statement. The amount is always positive and the kind
 * determines the sign: addition, advance and release are paid; deduction, recovery, holdback and balance are deducted.
 */
export const settlementAdjustment = sqliteTable(
  "settlement_adjustment",
  {
    id: id(),
    ...between(),
    kind: text("kind").$type<(typeof ADJUSTMENT_KINDS)[number]>().notNull(),
    amount_cents: integer("amount_cents").notNull(),
    note: text("note").notNull(),
    /** First day on which the item may be put on a statement. */
    due_on: text("due_on").notNull(),
    stored_file_id: integer("stored_file_id").references(() => storedFile.id),
    settlement_rule_id: integer("settlement_rule_id"),
    /** The statement that created this item because the statement's total was below zero and is carried over. */
    from_statement_id: integer("from_statement_id"),
    /** The statement that contains the item; an item is used only once. */
    used_by_statement_id: integer("used_by_statement_id"),
    cancelled_at: instant("cancelled_at"),
    ...moneyCreator(),
    version: version(),
  },
  (t) => [
    index("settlement_adjustment_waiting")
      .on(t.paying_company_id, t.receiving_company_id, t.due_on)
      .where(sql`used_by_statement_id IS NULL AND cancelled_at IS NULL`),
    index("settlement_adjustment_pair").on(t.paying_company_id, t.receiving_company_id, t.id),
    index("settlement_adjustment_receiver").on(t.receiving_company_id, t.id),
    index("settlement_adjustment_used").on(t.used_by_statement_id),
    isOneOfCheck("settlement_adjustment_kind", t.kind, ADJUSTMENT_KINDS),
    check("settlement_adjustment_amount", sql`${t.amount_cents} BETWEEN 1 AND 1000000000`),
    check("settlement_adjustment_over", sql`${t.cancelled_at} IS NULL OR ${t.used_by_statement_id} IS NULL`),
  ],
);

/** Amount that every statement to a payee adds or deducts: fixed cents, or basis points of the gross, up to a cap. */
export const settlementRule = sqliteTable(
  "settlement_rule",
  {
    id: id(),
    ...between(),
    kind: text("kind").$type<"addition" | "deduction" | "recovery" | "holdback">().notNull(),
    fixed_cents: integer("fixed_cents"),
    basis_points: integer("basis_points"),
    /** Maximum total that the rule deducts. */
    cap_cents: integer("cap_cents"),
    label: text("label").notNull(),
    starts_on: text("starts_on").notNull(),
    ends_on: text("ends_on"),
    is_deleted: flag("is_deleted"),
    ...moneyCreator(),
    version: version(),
  },
  (t) => [
    index("settlement_rule_payer").on(t.paying_company_id, t.receiving_company_id),
    isOneOfCheck("settlement_rule_kind", t.kind, ["addition", "deduction", "recovery", "holdback"]),
    check("settlement_rule_amount", sql`(${t.fixed_cents} IS NULL) <> (${t.basis_points} IS NULL)`),
    isAtLeastCheck("settlement_rule_fixed", t.fixed_cents, 1),
    check("settlement_rule_points", sql`${t.basis_points} BETWEEN 1 AND 10000`),
    isAtLeastCheck("settlement_rule_cap", t.cap_cents, 1),
  ],
);

export const PAY_PERIODS = ["weekly", "biweekly", "semimonthly", "monthly"] as const;

/** A payer's settlement settings. */
export const settlementSetting = sqliteTable(
  "settlement_setting",
  {
    company_id: companyRef("company_id").primaryKey(),
    period: text("period").$type<(typeof PAY_PERIODS)[number]>().notNull().default("weekly"),
    /** Start day of any two-week period, from which the others are counted. */
    period_anchor: text("period_anchor"),
    /** Number of days between the end of a period and its payment. */
    pay_lag_days: integer("pay_lag_days").notNull().default(5),
    /** First day of loads that are settled here; earlier loads are settled elsewhere. */
    starts_on: text("starts_on").notNull(),
    /** The bookkeeping account for each kind of line. */
    accounts: text("accounts", { mode: "json" }).notNull().$type<Record<string, string>>().default({}),
    version: version(),
  },
  (t) => [
    isOneOfCheck("settlement_setting_period", t.period, PAY_PERIODS),
    check("settlement_setting_lag", sql`${t.pay_lag_days} BETWEEN 0 AND 90`),
  ],
);

/** Closed books: no statement, payment or reversal is dated on or before `closed_through`. Append-only. */
export const periodClose = sqliteTable(
  "period_close",
  {
    id: id(),
    company_id: companyRef("company_id").notNull(),
    closed_through: text("closed_through").notNull(),
    reason: text("reason").notNull(),
    ...moneyCreator(),
  },
  (t) => [index("period_close_company").on(t.company_id, t.id)],
);

/** A payee's remark about a line, and its payer's answer. */
export const settlementRemark = sqliteTable(
  "settlement_remark",
  {
    id: id(),
    amount_owed_id: integer("amount_owed_id")
      .notNull()
      .references(() => amountOwed.id),
    /** The statement on which the payee saw the line, if any. */
    settlement_statement_id: integer("settlement_statement_id"),
    company_id: companyRef("company_id").notNull(),
    kind: text("kind").$type<"disputed" | "answered" | "resolved">().notNull(),
    text: text("text").notNull(),
    ...moneyCreator(),
  },
  (t) => [
    index("settlement_remark_claim").on(t.amount_owed_id, t.id),
    isOneOfCheck("settlement_remark_kind", t.kind, ["disputed", "answered", "resolved"]),
  ],
);

/** States whose law doesn't allow paying for a scaled load by a quantity converted from another unit. Editable. */
export const statePaymentRule = sqliteTable("state_payment_rule", {
  us_state_id: integer("us_state_id")
    .primaryKey()
    .references(() => usState.id),
  refuses_conversion: flag("refuses_conversion"),
  note: text("note").notNull(),
});

/** A notice to show to a company once; showing it deletes the row. */
export const companyFlag = sqliteTable(
  "company_flag",
  {
    company_id: companyRef("company_id").notNull(),
    name: text("name").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.name] })],
);

/** Events that can happen to a company only once, such as the start of a trial. */
export const companyEvent = sqliteTable(
  "company_event",
  {
    company_id: companyRef("company_id").notNull(),
    name: text("name").notNull(),
    creator_user_id: integer("creator_user_id").references(() => user.id),
    created_at: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.name] })],
);
