import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, isAtLeastCheck } from "./columns";

/** Work to do outside the requests (app/core/queue): one row per work item, waiting, running or finished. */
export const workItem = sqliteTable(
  "work_item",
  {
    id: id(),
    /** Kind of work; servers take only the kinds they know. */
    name: text("name").notNull(),
    input: text("input", { mode: "json" }).notNull(),
    /** At most one item per name and key is waiting or running. */
    unique_key: text("unique_key"),
    /** One item per name and lane runs at a time; requesters with fewer recent requests go first. */
    lane: text("lane"),
    /** The store of the only server that can do the work; null if any server can. */
    place: text("place"),
    run_at: instant("run_at").notNull(),
    /** Number of tries started. */
    attempts: integer("attempts").notNull().default(0),
    /** Time until which a try belongs to its claimer; the claim of a server that dies expires this way. */
    claimed_until: instant("claimed_until"),
    claimed_by: text("claimed_by"),
    /** Time when the newest try started; null with a claim means reserved for the process that requested it. */
    started_at: instant("started_at"),
    finished_at: instant("finished_at"),
    failure: text("failure"),
    /** Time when the last try failed; a super user can start over. */
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
