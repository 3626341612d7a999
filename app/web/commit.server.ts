import { type SQL, sql } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { Database, Statement } from "#db/client.server";
import { DatabaseError, type DatabaseFault } from "#db/errors.server";
import type { Buildable, Outcome, OutcomeOf, Step } from "./procedure";
import { Refusal } from "./refusal";
import { unavailableOf } from "./unavailable.server";

const dialect = new SQLiteAsyncDialect();

/** The statement of something that drizzle builds. */
export function statementOf(build: Buildable): Statement {
  if ("toSQL" in build) return build.toSQL();
  return dialect.sqlToQuery(build);
}

/** The statement that undoes the batch unless the one before it changed exactly one row (db/derived.sql). */
const GUARD: Statement = { sql: "INSERT INTO _guard SELECT changes() = 1", params: [] };

/**
 * A step that undoes the whole commit if it matches nothing, because what it should change has changed since it was
 * read.
 */
export const mustHit = (build: Buildable): Step => ({ build, mustHit: true });
/** Steps that undo the whole commit unless the first of them changes exactly so many rows. */
export const mustHitRows = (rows: number, build: Buildable): Step[] => [
  mayMiss(build),
  mayMiss(sql`INSERT INTO _guard SELECT changes() = cast(${rows} as integer)`),
];
/** A step that undoes the whole commit unless this holds when it is made. */
export const mustHold = (condition: SQL): Step => mayMiss(sql`INSERT INTO _guard SELECT (${condition}) IS 1`);
/** What a commit may write while everybody waits: a few milliseconds. */
const SHORT_ROWS = 50;
/** A step that touches so many rows, itself or by its triggers: where they are many, nobody else waits for the commit. */
export const overRows = (rows: number, step: Step): Step =>
  rows > SHORT_ROWS ? { ...step, isLong: true } : step;
/** A step that may find nothing to change. */
export const mayMiss = (build: Buildable): Step => ({ build, mustHit: false });

/** Someone else wrote between reading and committing: the procedure reads and decides again. */
export class Raced extends Error {
  override readonly name = "Raced";
}

/** The submission that a commit belongs to; its outcome is written in the commit's own batch. */
export type OpenSubmission = { rowId: number };

/** The same submission was applied by another request while this one was on its way. */
export class SpentMeanwhile extends Error {
  override readonly name = "SpentMeanwhile";
}

/** Two at the same place: of a history, or of what only one may have. Read again, the second learns why not. */
const CHAIN_MOVED =
  /audit_entry|admin_act\.|user\.(email|phone_number)|crew_member|settlement_event\.|settlement_statement\.|company_event\.|invoice\./;
/** A price for the same thing from the same day, or one that has just paid a load: read again, it is refused in words. */
const RATE_MOVED =
  /job_product_rate_once|job_haul_rate_once|job_haul_rate\.job_destination_id|a rate that has paid a load stays/;
/** A statement that is voided while another one is made that counts on it: read again, the void is refused in words. */
const MONEY_MOVED =
  /a later statement |another company was paid since|its balance was carried on|trip_ticket_settlement_void/;
const SUBMISSION_SPENT = /submission/;

/**
 * Whether a commit that failed has left nothing behind for certain. Where the database did not answer in time nobody
 * knows: the batch may have been applied.
 */
export function isUndone(error: unknown): boolean {
  if (error instanceof Raced || error instanceof SpentMeanwhile) return true;
  if (error instanceof Refusal) return error.kind !== "unavailable";
  return error instanceof DatabaseError && REFUSED.has(error.fault);
}
const REFUSED = new Set<DatabaseFault>(["guard", "unique", "foreign-key", "check", "not-null"]);

export async function commitSteps<O extends Outcome>(
  db: Database,
  steps: Step[],
  outcome: O,
  submission: OpenSubmission | null,
): Promise<OutcomeOf<O>> {
  const statements = steps.flatMap((step) =>
    step.mustHit ? [statementOf(step.build), GUARD] : [statementOf(step.build)],
  );
  const result = outcomeSql(outcome);
  if (submission) {
    statements.push(
      statementOf(
        sql`UPDATE submission SET outcome = 'applied', result = ${result} WHERE id = ${submission.rowId} AND outcome IS NULL`,
      ),
      GUARD,
      { sql: "SELECT result FROM submission WHERE id = ?", params: [submission.rowId] },
    );
  } else {
    statements.push(statementOf(sql`SELECT ${result} AS result`));
  }
  try {
    const sets = await db.batch(statements, { isLong: steps.some(({ isLong }) => isLong) });
    const row = sets[sets.length - 1]?.rows[0];
    return JSON.parse(String(row?.result)) as OutcomeOf<O>;
  } catch (error) {
    throw refusalOf(error);
  }
}

/** `json_object(…)` over the outcome; booleans keep their kind. */
function outcomeSql(outcome: Outcome): SQL {
  const parts = Object.entries(outcome).flatMap(([key, value]) => [
    sql`${key}`,
    typeof value === "boolean" ? sql`json(${value ? "true" : "false"})` : sql`${value}`,
  ]);
  return sql`json_object(${sql.join(parts, sql`, `)})`;
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (error.fault === "guard") return new Raced("a step found nothing to change", { cause: error });
  if (error.fault === "unique" && CHAIN_MOVED.test(error.detail))
    return new Raced(error.detail, { cause: error });
  if (error.fault === "check" && MONEY_MOVED.test(error.detail))
    return new Raced(error.detail, { cause: error });
  if (RATE_MOVED.test(error.detail)) return new Raced(error.detail, { cause: error });
  if (error.fault === "unique" && SUBMISSION_SPENT.test(error.detail))
    return new SpentMeanwhile(error.detail, { cause: error });
  return unavailableOf(error);
}
