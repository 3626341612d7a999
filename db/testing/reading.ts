import type { Row } from "@libsql/client";
import type { Database } from "../client.server";

/** Read the rows of several queries that take the same values, in one request to a server. */
export async function readQueriesTogether(
  db: Database,
  params: readonly (number | string)[],
  queries: readonly string[],
): Promise<Row[][]> {
  const sets = await db.batch(queries.map((sql) => ({ sql, params: [...params] })));
  return sets.map(({ rows }) => rows);
}

/** Group rows by the value of one of their columns. */
export function groupBy(rows: readonly Row[], column: string): (key: unknown) => readonly Row[] {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = groups.get(row[column]);
    if (group) group.push(row);
    else groups.set(row[column], [row]);
  }
  return (key) => groups.get(key) ?? [];
}

/**
 * Return a function that reports whether anything was written since its last call; always true if only a server could
 * detect it.
 */
export function watchChanges(db: Database): () => boolean {
  let last: number | null = null;
  return () => {
    const now = db.version();
    const isChanged = now === null || now !== last;
    last = now;
    return isChanged;
  };
}
