/** One step of a query's plan, as returned by `EXPLAIN QUERY PLAN`. */
export type PlanStep = { id: number; parent: number; detail: string };

/** A set that is always small, so that queries may sort it, with the reason. */
export type BoundedSet = { query: RegExp; why: string };

/**
 * Searches of an R*Tree by box or id. SQLite calls both kinds a scan: a plan shows 2 and the box's edges for a box, and
 * 1 for an id.
 */
const BY_BOX = /^SCAN \S+ VIRTUAL TABLE INDEX (1:|2:\w)/;
/**
 * Tables whose size doesn't depend on the number of users: counties, product types, settlement types and statuses,
 * releases.
 */
const FIXED = new Set(["us_county", "product_type", "settlement_type", "settlement_status_type", "release"]);

/** Full scans that are cheap: only the names of all companies, 2 ms for 20,000. */
const SHORT_WALK = /^SCAN company USING COVERING INDEX company_by_name$/;

/** Check whether a step reads a table in index order and a limit ends the reading. */
function isEnded(sql: string, plan: readonly PlanStep[], { detail, parent }: PlanStep): boolean {
  const table = /^SCAN (\w+) USING (?:COVERING )?INDEX/.exec(detail)?.[1];
  const isSorted = plan.some((step) => step.parent === parent && /TEMP B-TREE/.test(step.detail));
  const limited = new RegExp(`\\(SELECT [\\w*, ]+ FROM ${table} ORDER BY [\\w, ]+ LIMIT \\d+\\)`);
  return table !== undefined && !isSorted && limited.test(sql);
}

/**
 * Scans of values in the statement itself or of its computed rows; other steps of the plan show how the rows were
 * computed.
 */
const BROUGHT_ALONG = /^SCAN (json_each VIRTUAL TABLE|\(subquery-\d+\)|(\d+ )?CONSTANT ROWS?)/;

/**
 * Return the steps of a plan whose cost grows with the data: full table scans, indexes built for one query, and sorting
 * of a set that isn't in `sortable`. Rows that are found by their ids, such as those of a page, may be sorted.
 */
export function findPlanOffenses(
  sql: string,
  plan: readonly PlanStep[],
  sortable: readonly BoundedSet[],
): string[] {
  const maySort = sortable.some(({ query }) => query.test(sql));
  const worked = new Set(
    plan.flatMap((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(step.detail)?.[1] ?? []),
  );
  return plan
    .filter((step) => {
      const { detail, parent } = step;
      const scanned = /^SCAN (\S+)/.exec(detail)?.[1];
      if (scanned)
        return (
          ![...worked, ...FIXED].includes(nameOf(sql, scanned)) &&
          ![BROUGHT_ALONG, BY_BOX, SHORT_WALK].some((p) => p.test(detail)) &&
          !isEnded(sql, plan, step)
        );
      const indexed = /^SEARCH (\S+) USING AUTOMATIC/.exec(detail)?.[1];
      if (indexed) return !worked.has(nameOf(sql, indexed));
      return /TEMP B-TREE/.test(detail) && !maySort && !byIds(plan, parent);
    })
    .map((step) => step.detail);
}

/** Return the table of an alias in a statement. */
function nameOf(sql: string, alias: string): string {
  const named = new RegExp(`\\b(?:FROM|JOIN) "?(\\w+)"? (?:AS )?"?${alias.replace(/\W/g, "")}"?(?!\\w)`, "i");
  return named.exec(sql)?.[1] ?? alias;
}

/** Search by a unique key, which returns one row per id. */
const BY_ID = /^SEARCH \S+ USING (INTEGER PRIMARY KEY \(rowid=\?\)|INDEX sqlite_autoindex_\w+ \(\w+=\?\))/;

/** Check whether a part of a plan joins only rows that are found by their ids. */
function byIds(plan: readonly PlanStep[], parent: number): boolean {
  const searches = plan.filter((step) => step.parent === parent && /^(SEARCH|SCAN) /.test(step.detail));
  return searches.length > 0 && searches.every((step) => BY_ID.test(step.detail));
}

/** Return the statements that a trigger runs, with `?` in place of references to the changed row. */
export function listTriggerStatements(sql: string): string[] {
  const body = /\bBEGIN\b([\s\S]*)\bEND\s*$/.exec(sql)?.[1] ?? "";
  return body
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement && !/RAISE\s*\(/.test(statement))
    .map((statement) => statement.replace(/\b(NEW|OLD)\.\w+/g, "?"));
}
