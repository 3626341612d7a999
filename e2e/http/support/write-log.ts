import { type Client, createClient } from "@libsql/client";

/**
 * Tables that are written even if a request saves no data: sessions, attempt counters, and request bodies stored before
 * they are handled.
 */
const ALWAYS_WRITTEN = ["session", "rate_limit", "submission", "background_job", "write_log"];

/**
 * Log every row that the server writes, by means of additional triggers. Unlike a comparison of rows, this also detects
 * a row rewritten with the same values.
 */
export async function logWrites(databaseUrl: string) {
  const client: Client = createClient({ url: databaseUrl });
  // Wait for the lock, since the server writes to this database too.
  await client.execute("PRAGMA busy_timeout = 30000");
  const { rows } = await client.execute(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  const tables = rows.map(({ name }) => String(name)).filter((name) => !ALWAYS_WRITTEN.includes(name));
  const triggers = tables.flatMap((table) =>
    ["INSERT", "UPDATE", "DELETE"].map(
      (act) =>
        `CREATE TRIGGER "write_log_${act}_${table}" AFTER ${act} ON "${table}"
          BEGIN INSERT INTO write_log VALUES ('${act.toLowerCase()} ${table}'); END`,
    ),
  );
  await client.batch(["CREATE TABLE write_log (written TEXT NOT NULL)", ...triggers], "write");
  let seen = 0;
  return {
    client,
    /** Return the tables written since the last call, each once. */
    async take(): Promise<string[]> {
      const { rows } = await client.execute({
        sql: "SELECT rowid AS id, written FROM write_log WHERE rowid > ? ORDER BY rowid",
        args: [seen],
      });
      seen = Number(rows.at(-1)?.id ?? seen);
      return [...new Set(rows.map(({ written }) => String(written)))];
    },
  };
}
