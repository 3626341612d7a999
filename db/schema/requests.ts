import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, isOneOfCheck } from "./columns";
import { company } from "./companies";
import { user } from "./people";

/** Number of attempts in the current window, for requests that an attacker could use to guess a secret. */
export const rateLimit = sqliteTable("rate_limit", {
  bucket: text("bucket").primaryKey(),
  window_started_at: integer("window_started_at").notNull(),
  hits: integer("hits").notNull(),
});

/**
 * Every received form that creates or changes something, stored before it is processed. A `submission_id` is used up
 * only if the outcome is applied (docs/domain.md#repeated-submissions).
 */
export const submission = sqliteTable(
  "submission",
  {
    id: id(),
    actor: text("actor").notNull(),
    submission_id: text("submission_id").notNull(),
    user_id: integer("user_id").references(() => user.id),
    company_id: integer("company_id").references(() => company.id),
    route: text("route").notNull(),
    body_hash: text("body_hash").notNull(),
    body: text("body").notNull(),
    received_at: instant("received_at").notNull(),
    outcome: text("outcome"),
    result: text("result"),
  },
  (t) => [
    index("submission_key").on(t.actor, t.submission_id),
    /** For the cleanup, which deletes unapplied submissions. */
    index("submission_not_applied").on(t.received_at).where(sql`outcome IS NOT 'applied'`),
    uniqueIndex("submission_spent").on(t.actor, t.submission_id).where(sql`outcome = 'applied'`),
    isOneOfCheck("submission_outcome", t.outcome, ["applied", "refused"]),
  ],
);
