import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, isAtLeastCheck } from "./columns";

/** What is to be done beside the requests (app/core/queue): one row for each piece, waiting, under way or over. */
export const workItem = sqliteTable(
  "work_item",
  {
    id: id(),
    /** Which work it is; servers take only what they know. */
    name: text("name").notNull(),
    input: text("input", { mode: "json" }).notNull(),
    /** Of one name and key, one waits or is under way at most. */
    unique_key: text("unique_key"),
    /** Of one name and lane, one is under way at a time, and who asked less often lately goes first. */
    lane: text("lane"),
    /** The store of the only server that can do it; null where any server can. */
    place: text("place"),
    run_at: instant("run_at").notNull(),
    /** Tries that have begun. */
    attempts: integer("attempts").notNull().default(0),
    /** A try belongs to its claimer until then; a server that dies lets go of it so. */
    claimed_until: instant("claimed_until"),
    claimed_by: text("claimed_by"),
    /** When the newest try began; null with a claim: kept for the process that asked for it. */
    started_at: instant("started_at"),
    finished_at: instant("finished_at"),
    failure: text("failure"),
    /** When the last try failed; a super user can start over. */
    given_up_at: instant("given_up_at"),
    created_at: instant("created_at").notNull(),
  },
  (t) => [
    index("work_item_due").on(t.run_at, t.id).where(sql`finished_at IS NULL AND given_up_at IS NULL`),
    uniqueIndex("work_item_key")
      .on(t.name, t.unique_key)
      .where(sql`finished_at IS NULL AND given_up_at IS NULL`),
    index("work_item_lane").on(t.name, t.lane, t.created_at).where(sql`lane IS NOT NULL`),
    index("work_item_finished").on(t.finished_at).where(sql`finished_at IS NOT NULL`),
    index("work_item_given_up").on(t.given_up_at).where(sql`given_up_at IS NOT NULL`),
    isAtLeastCheck("work_item_attempts", t.attempts, 0),
    check("work_item_input", sql`json_valid(${t.input})`),
    check("work_item_claim", sql`(${t.claimed_until} IS NULL) = (${t.claimed_by} IS NULL)`),
    check("work_item_over", sql`${t.finished_at} IS NULL OR ${t.given_up_at} IS NULL`),
    check(
      "work_item_let_go",
      sql`${t.claimed_by} IS NULL OR (${t.finished_at} IS NULL AND ${t.given_up_at} IS NULL)`,
    ),
    check("work_item_reason", sql`${t.given_up_at} IS NULL OR ${t.failure} IS NOT NULL`),
  ],
);
