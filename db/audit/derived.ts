import type { Database } from "../database";
import { DERIVED_TABLE_GROUPS, type DerivedTable, getRefillStatements } from "../derived-tables";

/** Maximum number of rows to print per table and kind of difference. */
const MAX_EXAMPLES = 3;

export type DerivedDifference = {
  table: string;
  /** Number of rows that should be there and aren't, and of rows that are there and shouldn't be. */
  missing: number;
  extra: number;
  examples: string[];
};

type Group = readonly DerivedTable[];

/**
 * Compare every derived table with a fresh computation from its sources, and return the tables that differ. The fresh
 * tables hide the stored ones by their names, so a wrong table doesn't excuse those that are computed from it. Each query
 * reads one state of the database, so the app may go on writing.
 */
export async function findDerivedDifferences(db: Pick<Database, "client">): Promise<DerivedDifference[]> {
  const differences: DerivedDifference[] = [];
  for (const group of DERIVED_TABLE_GROUPS)
    for (const table of group) {
      const [missing, extra] = [
        await readRows(db, group, table, "missing"),
        await readRows(db, group, table, "extra"),
      ];
      if (missing.total === 0 && extra.total === 0) continue;
      differences.push({
        table: table.name,
        missing: missing.total,
        extra: extra.total,
        examples: [...missing.examples, ...extra.examples],
      });
    }
  return differences;
}

async function readRows(
  db: Pick<Database, "client">,
  group: Group,
  table: DerivedTable,
  kind: "missing" | "extra",
) {
  const fresh = group.slice(0, group.indexOf(table) + 1);
  const hidden = fresh.map(({ name, columns, fresh }) => `${name} (${columns.join(", ")}) AS (${fresh})`);
  const columns = table.columns.join(", ");
  const sides = [
    `SELECT ${columns} FROM ${table.name}`,
    table.stored ?? `SELECT ${columns} FROM main.${table.name}`,
  ];
  if (kind === "extra") sides.reverse();
  const { rows } = await db.client.execute(
    `WITH ${hidden.join(", ")}
     SELECT *, count(*) OVER () AS difference_count FROM (${sides.join(" EXCEPT ")}) LIMIT ${MAX_EXAMPLES}`,
  );
  return {
    total: Number(rows[0]?.difference_count ?? 0),
    examples: rows.map((row) => `${kind}: ${table.columns.map((name) => `${name} ${row[name]}`).join(", ")}`),
  };
}

/** Rebuild, in one transaction, the tables that differ and those that are computed together with them. */
export async function rebuildDerivedTables(
  db: Pick<Database, "batch">,
  differences: readonly DerivedDifference[],
): Promise<void> {
  const names = new Set(differences.map(({ table }) => table));
  const groups = DERIVED_TABLE_GROUPS.filter((group) => group.some(({ name }) => names.has(name)));
  const statements = groups.flatMap(getRefillStatements).map((sql) => ({ sql, params: [] }));
  await db.batch(statements, { unread: true });
}

/** Format the differences by table, with examples. */
export function formatDerivedDifferences(differences: readonly DerivedDifference[]): string {
  const count = (n: number) => n.toLocaleString("en-US");
  if (differences.length === 0) return `${DERIVED_TABLE_GROUPS.flat().length} derived tables: no difference.`;
  return differences
    .flatMap(({ table, missing, extra, examples }) => [
      `${table}: ${count(missing)} missing, ${count(extra)} extra.`,
      ...examples.map((example) => `  ${example}`),
    ])
    .join("\n");
}
