import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, version } from "./columns";
import { company } from "./companies";
import { job } from "./jobs";
import { user } from "./people";

/** An unfinished job setup: one per user and active company, deleted when the job is created or the draft is discarded. */
export const jobDraft = sqliteTable(
  "job_draft",
  {
    id: id(),
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    /** The draft itself, JSON; its shape and rules are defined in app/modules/jobs/setup. */
    body: text("body").notNull(),
    created_at: instant("created_at").notNull(),
    last_modified_at: instant("last_modified_at").notNull(),
    version: version(),
  },
  (t) => [uniqueIndex("job_draft_once").on(t.user_id, t.company_id)],
);

/** A user's choices so far while accepting a job for a company. */
export const jobAcceptanceDraft = sqliteTable(
  "job_acceptance_draft",
  {
    user_id: integer("user_id")
      .notNull()
      .references(() => user.id),
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    job_id: integer("job_id")
      .notNull()
      .references(() => job.id),
    body: text("body").notNull(),
    last_modified_at: instant("last_modified_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.company_id, t.job_id] })],
);

/** A visitor's request for contact about a subscription (Contact Sales). */
export const lead = sqliteTable("lead", {
  id: id(),
  company_name: text("company_name").notNull(),
  first_name: text("first_name").notNull(),
  last_name: text("last_name").notNull(),
  email: text("email").notNull(),
  phone_number: text("phone_number").notNull(),
  user_id: integer("user_id").references(() => user.id),
  company_id: integer("company_id").references(() => company.id),
  created_at: instant("created_at").notNull(),
  /** The agreement with the requester, or the reason why there is none; null while unanswered. */
  answer: text("answer"),
  answered_at: instant("answered_at"),
  answered_by_user_id: integer("answered_by_user_id").references(() => user.id),
  version: integer("version").notNull().default(1),
});
