type Value = string | number | null;
/** `kept`: existing rows stay as they are, since a deployment may have edited them. */
export type SeedTable = { name: string; columns: string[]; key: string[]; rows: Value[][]; kept?: boolean };

export type SeedStatement = { sql: string; args: Value[] };

const ROWS_PER_STATEMENT = 400;

/** Return statements that insert a table's rows, or update the rows that exist already. */
export function createUpserts(table: SeedTable): SeedStatement[] {
  const { name, columns, key, rows, kept } = table;
  const rest = columns.filter((c) => !key.includes(c));
  const then =
    rest.length && !kept
      ? `DO UPDATE SET ${rest.map((c) => `${c} = excluded.${c}`).join(", ")}`
      : "DO NOTHING";
  const statements: SeedStatement[] = [];
  for (let i = 0; i < rows.length; i += ROWS_PER_STATEMENT) {
    const chunk = rows.slice(i, i + ROWS_PER_STATEMENT);
    const marks = `(${columns.map(() => "?").join(", ")})`;
    statements.push({
      sql: `INSERT INTO ${name} (${columns.join(", ")}) VALUES ${chunk.map(() => marks).join(", ")} ON CONFLICT (${key.join(", ")}) ${then}`,
      args: chunk.flat(),
    });
  }
  return statements;
}
