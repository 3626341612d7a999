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
 * What opens a job's loads to its land owner, who has no account: a code by mail, by text or on a printed card. It shows
 * what the owner's company would see, never a price, until it is ended, its last day is over, or the company leaves the job.
 */
export const ownerLink = sqliteTable(
  "owner_link",
  {
    id: id(),
    job_id: jobRef(),
    /** The land owner it's for. */
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    /** Who it was given to. */
    name: text("name").notNull(),
    code_hash: text("code_hash").notNull(),
    ...moneyCreator(),
    expires_at: instant("expires_at"),
    revoked_at: instant("revoked_at"),
    last_opened_at: instant("last_opened_at"),
    opens: integer("opens").notNull().default(0),
  },
  (t) => [uniqueIndex("owner_link_code").on(t.code_hash), index("owner_link_job").on(t.job_id, t.id)],
);

/** That a land owner was given the report of a job's loads: the proof of it. Only ever added to. */
export const ownerReport = sqliteTable(
  "owner_report",
  {
    id: id(),
    job_id: jobRef(),
    /** Days of the job's zone, both included. */
    covers_from: text("covers_from").notNull(),
    covers_to: text("covers_to").notNull(),
    /** How many delivered loads it said. */
    loads: integer("loads").notNull(),
    channel: text("channel").$type<"link" | "mail" | "paper">().notNull(),
    given_on: text("given_on").notNull(),
    ...moneyCreator(),
  },
  (t) => [
    index("owner_report_job").on(t.job_id, t.id),
    isOneOfCheck("owner_report_channel", t.channel, ["link", "mail", "paper"]),
    check("owner_report_days", sql`${t.covers_to} >= ${t.covers_from}`),
  ],
);

/** From when a state's time for the report runs: the harvest was complete, or the owner asked. Only ever added to. */
export const ownerClock = sqliteTable(
  "owner_clock",
  {
    id: id(),
    job_id: jobRef(),
    kind: text("kind").$type<"harvest_end" | "request">().notNull(),
    /** Null takes back what was said before: the harvest continues. */
    on_day: text("on_day"),
    ...moneyCreator(),
  },
  (t) => [
    index("owner_clock_job").on(t.job_id, t.id),
    isOneOfCheck("owner_clock_kind", t.kind, ["harvest_end", "request"]),
  ],
);

/** Within how many days a state's law asks for a report to the land owner, and from when; not legal advice; editable data. */
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
