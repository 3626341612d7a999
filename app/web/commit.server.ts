import { type SQL, sql } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { Database, Statement } from "#db/client.server";
import { DatabaseError, type DatabaseFault } from "#db/errors.server";
import type { BuildableQuery, Outcome, OutcomeOf, Step } from "./procedure";
import { AppError } from "./refusal";
import { toUnavailable } from "./unavailable.server";

const dialect = new SQLiteAsyncDialect();

/** Return the SQL statement of a drizzle query. */
export function toStatement(build: BuildableQuery): Statement {
  if ("toSQL" in build) return build.toSQL();
  return dialect.sqlToQuery(build);
}

/** Statement that undoes the batch unless the previous statement changed exactly one row (db/derived.sql). */
const GUARD: Statement = { sql: "INSERT INTO _guard SELECT changes() = 1", params: [] };

/**
 * Return a step that undoes the whole commit if its query changes no row, because the row has changed since it was
 * read.
 */
export const expectOneRow = (build: BuildableQuery): Step => ({ build, mustHit: true });
/** Return two steps that undo the whole commit unless the query changes exactly this many rows. */
export const expectRows = (rows: number, build: BuildableQuery): Step[] => [
  allowAnyRows(build),
  allowAnyRows(sql`INSERT INTO _guard SELECT changes() = cast(${rows} as integer)`),
];
/** Return a step that undoes the whole commit unless this condition is true when the step runs. */
export const expectTrue = (condition: SQL): Step =>
  allowAnyRows(sql`INSERT INTO _guard SELECT (${condition}) IS 1`);
/** Maximum number of rows for a commit that makes all others wait, which takes a few milliseconds. */
const SHORT_ROWS = 50;
/** Mark a step as long if it changes many rows, directly or by triggers, so that nobody else waits for the commit. */
export const markLongStep = (rows: number, step: Step): Step =>
  rows > SHORT_ROWS ? { ...step, isLong: true } : step;
/** Return a step that may change any number of rows, including none. */
export const allowAnyRows = (build: BuildableQuery): Step => ({ build, mustHit: false });

/** Error when another user wrote between reading and committing. The procedure then runs again from its start. */
export class ConcurrentWriteError extends Error {
  override readonly name = "Raced";
}

/** The submission that a commit belongs to. Its outcome is written in the same batch as the commit. */
export type OpenSubmission = { rowId: number };

/** Error when another request has applied the same submission while this request was running. */
export class AlreadyAppliedError extends Error {
  override readonly name = "SpentMeanwhile";
}

/**
 * Conflicts over a position in a history or over a unique value. When the later request reads the data again, it is
 * refused with the reason.
 */
const CHAIN_MOVED =
  /audit_entry|admin_action\.|user\.(email|phone_number)|crew_member|settlement_event\.|settlement_statement\.|company_event\.|invoice\./;
/**
 * Conflicts over a price for the same item and start day, or over a price that has just paid a load. When the procedure
 * reads the data again, it refuses the price with a message.
 */
const RATE_MOVED =
  /job_product_rate_once|job_haul_rate_once|job_haul_rate\.job_destination_id|a rate that has paid a load stays/;
/**
 * Conflicts where a statement is voided while another statement that depends on it is created. When the procedure reads
 * the data again, it refuses the void with a message.
 */
const MONEY_MOVED =
  /a later statement |another company was paid since|its balance was carried on|trip_ticket_settlement_void/;
const SUBMISSION_SPENT = /submission/;

/**
 * Check whether a failed commit certainly changed nothing. False if the database did not respond in time, because the
 * batch may have been applied.
 */
export function isRolledBack(error: unknown): boolean {
  if (error instanceof ConcurrentWriteError || error instanceof AlreadyAppliedError) return true;
  if (error instanceof AppError) return error.kind !== "unavailable";
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
    step.mustHit ? [toStatement(step.build), GUARD] : [toStatement(step.build)],
  );
  const result = outcomeSql(outcome);
  if (submission) {
    statements.push(
      toStatement(
        sql`UPDATE submission SET outcome = 'applied', result = ${result} WHERE id = ${submission.rowId} AND outcome IS NULL`,
      ),
      GUARD,
      { sql: "SELECT result FROM submission WHERE id = ?", params: [submission.rowId] },
    );
  } else {
    statements.push(toStatement(sql`SELECT ${result} AS result`));
  }
  try {
    const sets = await db.batch(statements, { isLong: steps.some(({ isLong }) => isLong) });
    const row = sets[sets.length - 1]?.rows[0];
    return JSON.parse(String(row?.result)) as OutcomeOf<O>;
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Return a `json_object(…)` expression for the outcome, in which booleans remain booleans. */
function outcomeSql(outcome: Outcome): SQL {
  const parts = Object.entries(outcome).flatMap(([key, value]) => [
    sql`${key}`,
    typeof value === "boolean" ? sql`json(${value ? "true" : "false"})` : sql`${value}`,
  ]);
  return sql`json_object(${sql.join(parts, sql`, `)})`;
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (error.fault === "guard")
    return new ConcurrentWriteError("a step found nothing to change", { cause: error });
  if (error.fault === "unique" && CHAIN_MOVED.test(error.detail))
    return new ConcurrentWriteError(error.detail, { cause: error });
  if (error.fault === "check" && MONEY_MOVED.test(error.detail))
    return new ConcurrentWriteError(error.detail, { cause: error });
  if (RATE_MOVED.test(error.detail)) return new ConcurrentWriteError(error.detail, { cause: error });
  if (error.fault === "unique" && SUBMISSION_SPENT.test(error.detail))
    return new AlreadyAppliedError(error.detail, { cause: error });
  return toUnavailable(error);
}
