import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, instant, isOneOfCheck, version } from "./columns";
import { company } from "./companies";
import { user } from "./people";

/**
 * What the people who run the site did, each with its reason: one chain of hashes for all of it, only ever added to. A
 * company's admins read what was done to their company.
 */
export const adminAct = sqliteTable(
  "admin_act",
  {
    id: id(),
    seq: integer("seq").notNull(),
    admin_user_id: integer("admin_user_id")
      .notNull()
      .references(() => user.id),
    act: text("act").notNull(),
    /** The company, the person, or both, that it was done to. */
    subject_company_id: integer("subject_company_id").references(() => company.id),
    subject_user_id: integer("subject_user_id").references(() => user.id),
    details: text("details").notNull(),
    reason: text("reason").notNull(),
    created_at: instant("created_at").notNull(),
    prev_hash: text("prev_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (t) => [
    uniqueIndex("admin_act_seq").on(t.seq),
    index("admin_act_company").on(t.subject_company_id, t.id),
    index("admin_act_user").on(t.subject_user_id, t.id),
  ],
);

/** When something of the whole site was last done that nothing else here tells of, as a backup. */
export const siteMark = sqliteTable("site_mark", {
  name: text("name").primaryKey(),
  said: text("said").notNull(),
  at: instant("at").notNull(),
});

/** What the whole site came to on a day (UTC), counted each night; a day without a row came to nothing. */
export const metricDay = sqliteTable(
  "metric_day",
  {
    metric: text("metric").notNull(),
    day: text("day").notNull(),
    value: integer("value").notNull(),
  },
  (t) => [primaryKey({ columns: [t.metric, t.day] })],
);

/** The same of one company and a month ("2026-11"). */
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

/** A release that the people who run the site tell about themselves; those of the product are in `release`. */
export const ownRelease = sqliteTable(
  "own_release",
  {
    id: id(),
    /** What it is called: "2.1". */
    name: text("name").notNull(),
    /** From when it is told; null for a draft. */
    released_at: instant("released_at"),
    /** What was typed: one note after the other, each with its title in the first line. */
    notes: text("notes").notNull(),
    is_deleted: flag("is_deleted"),
    creator_user_id: integer("creator_user_id")
      .notNull()
      .references(() => user.id),
    created_at: instant("created_at").notNull(),
    version: version(),
  },
  (t) => [index("own_release_told").on(t.released_at)],
);

/** A conversation of a person with the people who run the site. */
export const supportThread = sqliteTable(
  "support_thread",
  {
    id: id(),
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    /** The company that the person acted for when they first wrote. */
    company_id: integer("company_id").references(() => company.id),
    subject: text("subject").notNull(),
    state: text("state").$type<"open" | "closed">().notNull().default("open"),
    /** Since when the person waits for an answer; null where they don't. */
    waits_since: instant("waits_since"),
    last_at: instant("last_at").notNull(),
    created_at: instant("created_at").notNull(),
    version: version(),
  },
  (t) => [
    index("support_thread_user").on(t.user_id, t.last_at),
    index("support_thread_waiting").on(t.waits_since),
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
    /** Where the person was, and with what; they saw it before they sent it. */
    page: text("page"),
    about: text("about"),
    created_at: instant("created_at").notNull(),
  },
  (t) => [index("support_message_thread").on(t.support_thread_id, t.id)],
);

/**
 * What every chain of hashes had come to on a day, signed, each line with the hash of the line before it: so that a chain
 * that was cut off at its end is found. Only ever added to (`app/core/audit-anchors`).
 */
export const chainAnchor = sqliteTable("chain_anchor", {
  seq: integer("seq").primaryKey(),
  /** The line as it was signed, JSON. */
  line: text("line").notNull(),
  hash: text("hash").notNull(),
  signature: text("signature").notNull(),
});

/** The newest anchored hash of each chain, so that the one that was cut off can be named. */
export const chainHead = sqliteTable(
  "chain_head",
  {
    kind: text("kind").notNull(),
    subject_id: integer("subject_id").notNull(),
    seq: integer("seq").notNull(),
    hash: text("hash").notNull(),
    anchor_seq: integer("anchor_seq")
      .notNull()
      .references(() => chainAnchor.seq),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subject_id] })],
);
