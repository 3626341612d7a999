import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";
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
