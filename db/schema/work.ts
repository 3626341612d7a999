import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, isAtLeastCheck } from "./columns";

/** Background jobs, run outside of requests (app/lib/queue): one row per job, waiting, running or finished. */
export const backgroundJob = sqliteTable(
  "background_job",
  {
    id: id(),
    /** Kind of work; a server starts only kinds that it supports. */
    name: text("name").notNull(),
    input: text("input", { mode: "json" }).notNull(),
    /** Unique key: at most one job per name and key is waiting or running. */
    unique_key: text("unique_key"),
    /** Group of jobs that run one at a time, per name; groups with fewer recent jobs go first. */
    lane: text("lane"),
    /** The file store of the only server that can do the work; null if any server can. */
    required_store: text("required_store"),
    run_at: instant("run_at").notNull(),
    /** Number of tries started. */
    attempts: integer("attempts").notNull().default(0),
    /** Time until which an attempt is reserved for its server. If the server dies, the reservation expires then. */
    claimed_until: instant("claimed_until"),
    claimed_by: text("claimed_by"),
    /**
     * Time when the newest attempt started; null with `claimed_until` means reserved for the process that requested the
     * job.
     */
    started_at: instant("started_at"),
    finished_at: instant("finished_at"),
    failure: text("failure"),
    /** Time when the last attempt failed; a super user can restart the job. */
    failed_at: instant("failed_at"),
    created_at: instant("created_at").notNull(),
  },
  (t) => [
    index("background_job_due").on(t.run_at, t.id).where(sql`finished_at IS NULL AND failed_at IS NULL`),
    uniqueIndex("background_job_key")
      .on(t.name, t.unique_key)
      .where(sql`finished_at IS NULL AND failed_at IS NULL`),
    index("background_job_lane").on(t.name, t.lane, t.created_at).where(sql`lane IS NOT NULL`),
    index("background_job_finished").on(t.finished_at).where(sql`finished_at IS NOT NULL`),
    index("background_job_failed").on(t.failed_at).where(sql`failed_at IS NOT NULL`),
    isAtLeastCheck("background_job_attempts", t.attempts, 0),
    check("background_job_input", sql`json_valid(${t.input})`),
    check("background_job_claim", sql`(${t.claimed_until} IS NULL) = (${t.claimed_by} IS NULL)`),
    check("background_job_over", sql`${t.finished_at} IS NULL OR ${t.failed_at} IS NULL`),
    check(
      "background_job_released",
      sql`${t.claimed_by} IS NULL OR (${t.finished_at} IS NULL AND ${t.failed_at} IS NULL)`,
    ),
    check("background_job_reason", sql`${t.failed_at} IS NULL OR ${t.failure} IS NOT NULL`),
  ],
);
