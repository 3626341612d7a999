import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, isOneOfCheck } from "./columns";
import { company } from "./companies";
import { job } from "./jobs";
import { usState } from "./reference";
import { moneyCreator } from "./settlements";

const jobRef = () =>
  integer("job_id")
    .notNull()
    .references(() => job.id);

/**
 * Access to a job's loads for a land owner without an account, by a code in an email, a text message or on a printed
 * card. It shows the loads that the owner's company would see, never prices. It ends when the link is revoked or
 * expires, or when the company leaves the job.
 */
export const ownerLink = sqliteTable(
  "owner_link",
  {
    id: id(),
    job_id: jobRef(),
    /** The land owner that the link is for. */
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    /** Name of the recipient. */
    name: text("name").notNull(),
    code_hash: text("code_hash").notNull(),
    ...moneyCreator(),
    expires_at: instant("expires_at"),
    revoked_at: instant("revoked_at"),
    last_opened_at: instant("last_opened_at"),
    open_count: integer("open_count").notNull().default(0),
  },
  (t) => [uniqueIndex("owner_link_code").on(t.code_hash), index("owner_link_job").on(t.job_id, t.id)],
);

/** Proof that a land owner received the report of a job's loads. Append-only. */
export const ownerReport = sqliteTable(
  "owner_report",
  {
    id: id(),
    job_id: jobRef(),
    /** First and last day of the report, in the job's zone, both included. */
    covers_from: text("covers_from").notNull(),
    covers_to: text("covers_to").notNull(),
    /** Number of delivered loads in the report. */
    loads: integer("loads").notNull(),
    channel: text("channel").$type<"link" | "mail" | "paper">().notNull(),
    delivered_on: text("delivered_on").notNull(),
    ...moneyCreator(),
  },
  (t) => [
    index("owner_report_job").on(t.job_id, t.id),
    isOneOfCheck("owner_report_channel", t.channel, ["link", "mail", "paper"]),
    check("owner_report_days", sql`${t.covers_to} >= ${t.covers_from}`),
  ],
);

/**
 * Start of a state's time limit for the report: the day the harvest ended, or the day the owner requested the report.
 * Append-only.
 */
export const reportDeadlineStart = sqliteTable(
  "report_deadline_start",
  {
    id: id(),
    job_id: jobRef(),
    kind: text("kind").$type<"harvest_end" | "request">().notNull(),
    /** The start day; null withdraws the previous start day, because the harvest continues. */
    starts_on: text("starts_on"),
    ...moneyCreator(),
  },
  (t) => [
    index("report_deadline_start_job").on(t.job_id, t.id),
    isOneOfCheck("report_deadline_start_kind", t.kind, ["harvest_end", "request"]),
  ],
);

/**
 * Number of days within which a state's law requires a report to the land owner, and the event from which they count.
 * Not legal advice; editable.
 */
export const stateOwnerRule = sqliteTable(
  "state_owner_rule",
  {
    us_state_id: integer("us_state_id")
      .notNull()
      .references(() => usState.id),
    starts: text("starts").$type<"harvest_end" | "delivery" | "request">().notNull(),
    days: integer("days").notNull(),
    label: text("label").notNull(),
    source: text("source").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.us_state_id, t.starts] }),
    isOneOfCheck("state_owner_rule_starts", t.starts, ["harvest_end", "delivery", "request"]),
    check("state_owner_rule_days", sql`${t.days} BETWEEN 1 AND 3650`),
  ],
);
