import { type SQL, sql } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { Database, Statement } from "#db/client.server";
import { DatabaseError, type DatabaseFault } from "#db/errors.server";
import type { BuildableQuery, Outcome, OutcomeOf, Step } from "./procedure";
import { AppError } from "./refusal";
import { toUnavailable } from "./unavailable.server";

const dialect = new SQLiteAsyncDialect();

/** Return the statement of a drizzle query. */
export function toStatement(build: BuildableQuery): Statement {
  if ("toSQL" in build) return build.toSQL();
  return dialect.sqlToQuery(build);
}

/** Statement that undoes the batch unless the one before it changed exactly one row (db/derived.sql). */
const GUARD: Statement = { sql: "INSERT INTO _guard SELECT changes() = 1", params: [] };

/** Return a step that undoes the whole commit if it matches nothing, because its row has changed since it was read. */
export const expectOneRow = (build: BuildableQuery): Step => ({ build, mustHit: true });
/** Return steps that undo the whole commit unless the first of them changes exactly this many rows. */
export const expectRows = (rows: number, build: BuildableQuery): Step[] => [
  anyRows(build),
  anyRows(sql`INSERT INTO _guard SELECT changes() = cast(${rows} as integer)`),
];
/** Return a step that undoes the whole commit unless this condition holds when it runs. */
export const expectTrue = (condition: SQL): Step =>
  anyRows(sql`INSERT INTO _guard SELECT (${condition}) IS 1`);
/** Maximum rows that a commit may write while all others wait: a few milliseconds. */
const SHORT_ROWS = 50;
/**
 * Return a step that touches this many rows, itself or by its triggers: if they are many, no one else waits for the
 * commit.
 */
export const splitRows = (rows: number, step: Step): Step =>
  rows > SHORT_ROWS ? { ...step, isLong: true } : step;
/** Return a step that may find nothing to change. */
export const anyRows = (build: BuildableQuery): Step => ({ build, mustHit: false });

/** Another user wrote between reading and committing: the procedure reads and decides again. */
export class RaceError extends Error {
  override readonly name = "Raced";
}

/** The submission that a commit belongs to; its outcome is written in the commit's own batch. */
export type OpenSubmission = { rowId: number };

/** The same submission was applied by another request while this one was on its way. */
export class SpentMeanwhileError extends Error {
  override readonly name = "SpentMeanwhile";
}

/** Conflict over one position in a history, or over something unique. After reading again, the second gets the reason. */
const CHAIN_MOVED =
  /audit_entry|admin_action\.|user\.(email|phone_number)|crew_member|settlement_event\.|settlement_statement\.|company_event\.|invoice\./;
/**
 * A price for the same item from the same day, or one that has just paid a load: after reading again, it is refused
 * with a message.
 */
const RATE_MOVED =
  /job_product_rate_once|job_haul_rate_once|job_haul_rate\.job_destination_id|a rate that has paid a load stays/;
/**
 * A statement voided while another that depends on it is created: after reading again, the void is refused with a
 * message.
 */
const MONEY_MOVED =
  /a later statement |another company was paid since|its balance was carried on|trip_ticket_settlement_void/;
const SUBMISSION_SPENT = /submission/;

/**
 * Check whether a commit that failed has certainly left nothing behind. If the database did not respond in time this is
 * unknown: the batch may have been applied.
 */
export function isRolledBack(error: unknown): boolean {
  if (error instanceof RaceError || error instanceof SpentMeanwhileError) return true;
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

/** Return `json_object(…)` over the outcome; booleans keep their type. */
function outcomeSql(outcome: Outcome): SQL {
  const parts = Object.entries(outcome).flatMap(([key, value]) => [
    sql`${key}`,
    typeof value === "boolean" ? sql`json(${value ? "true" : "false"})` : sql`${value}`,
  ]);
  return sql`json_object(${sql.join(parts, sql`, `)})`;
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (error.fault === "guard") return new RaceError("a step found nothing to change", { cause: error });
  if (error.fault === "unique" && CHAIN_MOVED.test(error.detail))
    return new RaceError(error.detail, { cause: error });
  if (error.fault === "check" && MONEY_MOVED.test(error.detail))
    return new RaceError(error.detail, { cause: error });
  if (RATE_MOVED.test(error.detail)) return new RaceError(error.detail, { cause: error });
  if (error.fault === "unique" && SUBMISSION_SPENT.test(error.detail))
    return new SpentMeanwhileError(error.detail, { cause: error });
  return toUnavailable(error);
}
