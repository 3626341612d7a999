import type { Row } from "@libsql/client";
import type { Database } from "../client.server";

/** The rows of several queries that take the same values, asked for together: a server is asked once. */
export async function readTogether(
  db: Database,
  params: readonly (number | string)[],
  queries: readonly string[],
): Promise<Row[][]> {
  const sets = await db.batch(queries.map((sql) => ({ sql, params: [...params] })));
  return sets.map(({ rows }) => rows);
}

/** Rows by what one of their columns says. */
export function groupBy(rows: readonly Row[], column: string): (key: unknown) => readonly Row[] {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = groups.get(row[column]);
    if (group) group.push(row);
    else groups.set(row[column], [row]);
  }
  return (key) => groups.get(key) ?? [];
}

/** Tells whether anything was written since it was asked last; it's taken for so where only a server would know. */
export function watchChanges(db: Database): () => boolean {
  let last: number | null = null;
  return () => {
    const now = db.version();
    const isChanged = now === null || now !== last;
    last = now;
    return isChanged;
  };
}
