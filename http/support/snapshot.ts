import { createHash } from "node:crypto";
import { createClient } from "@libsql/client";

/** What may change though nothing was done: sessions seen, tries counted, bodies kept before they are carried out. */
const KEPT_ANYWAY = ["session", "rate_limit", "submission", "work_item"];

export type Snapshot = Record<string, { rows: number; checksum: string }>;

/** Every table's row count and checksum, read beside the running server. */
export async function snapshot(databaseUrl: string): Promise<Snapshot> {
  const client = createClient({ url: databaseUrl });
  try {
    const { rows: tables } = await client.execute(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    );
    const found: Snapshot = {};
    for (const name of tables.map((table) => String(table.name))) {
      if (KEPT_ANYWAY.includes(name)) continue;
      // That somebody who runs the site opened a company's page is noted by opening it.
      const where = name === "admin_act" ? "WHERE act <> 'viewed'" : "";
      const { rows } = await client.execute(`SELECT * FROM "${name}" ${where}`);
      const lines = rows.map((row) => JSON.stringify({ ...row, last_used_at: null })).sort();
      const checksum = createHash("sha256").update(lines.join("\n")).digest("hex");
      found[name] = { rows: rows.length, checksum };
    }
    return found;
  } finally {
    client.close();
  }
}
