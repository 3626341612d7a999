import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, instant, isOneOfCheck, version } from "./columns";
import { company } from "./companies";
import { user } from "./people";

/**
 * Actions of the site's operators, each with its reason: one hash chain for all actions, append-only. A company's
 * admins can read the actions that concern their company.
 */
export const adminAction = sqliteTable(
  "admin_action",
  {
    id: id(),
    seq: integer("seq").notNull(),
    admin_user_id: integer("admin_user_id")
      .notNull()
      .references(() => user.id),
    action: text("action").notNull(),
    /** The company or user that the action affects; may be both. */
    subject_company_id: integer("subject_company_id").references(() => company.id),
    subject_user_id: integer("subject_user_id").references(() => user.id),
    details: text("details").notNull(),
    reason: text("reason").notNull(),
    created_at: instant("created_at").notNull(),
    prev_hash: text("prev_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (t) => [
    uniqueIndex("admin_action_seq").on(t.seq),
    index("admin_action_company").on(t.subject_company_id, t.id),
    index("admin_action_user").on(t.subject_user_id, t.id),
  ],
);

/** Time of the last occurrence of each site-wide action that no other table records, such as a backup. */
export const siteStatus = sqliteTable("site_status", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
  updated_at: instant("updated_at").notNull(),
});

/** Totals of the whole site for each day (UTC), counted every night; a day without a row has a total of zero. */
export const metricDay = sqliteTable(
  "metric_day",
  {
    metric: text("metric").notNull(),
    day: text("day").notNull(),
    value: integer("value").notNull(),
  },
  (t) => [primaryKey({ columns: [t.metric, t.day] })],
);

/** Monthly totals of one company ("2026-11"), for the same metrics as `metricDay`. */
export const metricMonth = sqliteTable(
  "metric_month",
  {
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    metric: text("metric").notNull(),
    month: text("month").notNull(),
    value: integer("value").notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.metric, t.month] })],
);

/** A release that the site's operators announce themselves; the product's own releases are in `release`. */
export const customRelease = sqliteTable(
  "custom_release",
  {
    id: id(),
    /** Name of the release: "2.1". */
    name: text("name").notNull(),
    /** Time from which the release is announced; null for a draft. */
    released_at: instant("released_at"),
    /** Release notes as typed, one after another, each with its title in the first line. */
    notes: text("notes").notNull(),
    is_deleted: flag("is_deleted"),
    creator_user_id: integer("creator_user_id")
      .notNull()
      .references(() => user.id),
    created_at: instant("created_at").notNull(),
    version: version(),
  },
  (t) => [index("custom_release_announced").on(t.released_at)],
);

/** A conversation between a user and the site's operators. */
export const supportThread = sqliteTable(
  "support_thread",
  {
    id: id(),
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    /** The company for which the user was acting when they first wrote. */
    company_id: integer("company_id").references(() => company.id),
    subject: text("subject").notNull(),
    state: text("state").$type<"open" | "closed">().notNull().default("open"),
    /** Time since which the user has been waiting for an answer; null if not waiting. */
    waiting_since: instant("waiting_since"),
    last_message_at: instant("last_message_at").notNull(),
    created_at: instant("created_at").notNull(),
    version: version(),
  },
  (t) => [
    index("support_thread_user").on(t.user_id, t.last_message_at),
    index("support_thread_waiting").on(t.waiting_since),
    isOneOfCheck("support_thread_state", t.state, ["open", "closed"]),
  ],
);

export const supportMessage = sqliteTable(
  "support_message",
  {
    id: id(),
    support_thread_id: integer("support_thread_id")
      .notNull()
      .references(() => supportThread.id),
    author_user_id: integer("author_user_id")
      .notNull()
      .references(() => user.id),
    is_staff: flag("is_staff"),
    body: text("body").notNull(),
    /**
     * The page that the user wrote from, and the version and request id, which the form showed to the user before
     * sending.
     */
    page: text("page"),
    about: text("about"),
    created_at: instant("created_at").notNull(),
  },
  (t) => [index("support_message_thread").on(t.support_thread_id, t.id)],
);

/**
 * Signed daily hashes of the newest entry of every hash chain. Each line contains the hash of the line before it, so
 * that a chain cut off at its end is detected. Append-only (`app/lib/audit-anchors`).
 */
export const auditAnchor = sqliteTable("audit_anchor", {
  seq: integer("seq").primaryKey(),
  /** The signed line, as JSON. */
  line: text("line").notNull(),
  hash: text("hash").notNull(),
  signature: text("signature").notNull(),
});

/** The newest anchored hash of each chain, so that a truncated chain can be identified. */
export const auditChainHead = sqliteTable(
  "audit_chain_head",
  {
    kind: text("kind").notNull(),
    subject_id: integer("subject_id").notNull(),
    seq: integer("seq").notNull(),
    hash: text("hash").notNull(),
    anchor_seq: integer("anchor_seq")
      .notNull()
      .references(() => auditAnchor.seq),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subject_id] })],
);
