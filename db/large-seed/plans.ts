/** One step of a query's plan, as `EXPLAIN QUERY PLAN` tells it. */
export type PlanStep = { id: number; parent: number; detail: string };

/** Sets that end by their nature, which a query may put in order; each has to say why it ends. */
export type Sortable = { query: RegExp; why: string };

/** An R*Tree is searched by its boxes or by id; SQLite calls both a scan, and names how: 1 by id, 2 by edges. */
const BY_BOX = /^SCAN \S+ VIRTUAL TABLE INDEX (1:|2:\w)/;
/** How many Census counties, services, statuses and releases of the product there are doesn't depend on how many people use it. */
const FIXED = new Set(["us_county", "product_type", "settlement_type", "settlement_status_type", "release"]);

/** Walks from end to end that are short for what they walk over: the names alone of all companies, 2 ms for 20,000. */
const SHORT_WALK = /^SCAN company USING COVERING INDEX company_by_name$/;

/** Whether a step reads a table in the order of an index, and a limit ends it after so many rows. */
function isEnded(sql: string, plan: readonly PlanStep[], { detail, parent }: PlanStep): boolean {
  const table = /^SCAN (\w+) USING (?:COVERING )?INDEX/.exec(detail)?.[1];
  const isSorted = plan.some((step) => step.parent === parent && /TEMP B-TREE/.test(step.detail));
  const limited = new RegExp(`\\(SELECT [\\w*, ]+ FROM ${table} ORDER BY [\\w, ]+ LIMIT \\d+\\)`);
  return table !== undefined && !isSorted && limited.test(sql);
}

/** Walks over what a statement brings along or has computed itself; how it computed that is in its plan as well. */
const BROUGHT_ALONG = /^SCAN (json_each VIRTUAL TABLE|\(subquery-\d+\)|(\d+ )?CONSTANT ROWS?)/;

/**
 * What in a plan costs more the more there is: tables walked from end to end, indexes made for one query, and
 * sorting of a set of which nobody says where it ends. The rows of a page, found by their ids, may be sorted.
 */
export function findPlanOffenses(
  sql: string,
  plan: readonly PlanStep[],
  sortable: readonly Sortable[],
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

/** What a statement means by a short name of its own. */
function nameOf(sql: string, alias: string): string {
  const named = new RegExp(`\\b(?:FROM|JOIN) "?(\\w+)"? (?:AS )?"?${alias.replace(/\W/g, "")}"?(?!\\w)`, "i");
  return named.exec(sql)?.[1] ?? alias;
}

/** A row found by what names it alone: there is one of them for each id that was asked for. */
const BY_ID = /^SEARCH \S+ USING (INTEGER PRIMARY KEY \(rowid=\?\)|INDEX sqlite_autoindex_\w+ \(\w+=\?\))/;

/** Whether a part of a plan joins rows that are all found by their ids. */
function byIds(plan: readonly PlanStep[], parent: number): boolean {
  const searches = plan.filter((step) => step.parent === parent && /^(SEARCH|SCAN) /.test(step.detail));
  return searches.length > 0 && searches.every((step) => BY_ID.test(step.detail));
}

/** The statements that a trigger carries out, with what it knows of the row in place of values. */
export function triggerStatements(sql: string): string[] {
  const body = /\bBEGIN\b([\s\S]*)\bEND\s*$/.exec(sql)?.[1] ?? "";
  return body
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement && !/RAISE\s*\(/.test(statement))
    .map((statement) => statement.replace(/\b(NEW|OLD)\.\w+/g, "?"));
}
