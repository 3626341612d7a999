import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openDatabase } from "./client.server";
import { migrateDatabase } from "./migrate.server";
import journal from "./migrations/meta/_journal.json";
import { checkSchema } from "./schema-check.server";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test("renaming tables and columns to the standard names keeps a database's rows, ids and references", async () => {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-names-"));
  const db = await openDatabase({ url: `file:${join(folder, "earlier.db")}` });
  const files = (await readdir(here("./migrations"))).filter((file) => file.endsWith(".sql")).sort();
  const earlier = files.slice(0, files.indexOf("0044_standard_names.sql"));
  const texts = await Promise.all(earlier.map((file) => readFile(here(`./migrations/${file}`), "utf8")));
  await db.client.migrate([
    ...texts.flatMap((text) => text.split("--> statement-breakpoint")),
    "CREATE TABLE __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)",
    ...journal.entries.slice(0, earlier.length).map(({ when }) => ({
      sql: "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('', ?)",
      args: [when],
    })),
    "INSERT INTO site_mark VALUES ('backup', '5 tickets', '2026-11-01')",
    "INSERT INTO work_item (id, name, input, place, run_at, created_at) VALUES (7, 'mail', '{}', 'here', '1', '1'), (9, 'gone', '{}', NULL, '1', '1')",
    "DELETE FROM work_item WHERE id = 9",
    "INSERT INTO outside_fact (kind, key, fresh_until, asked_at) VALUES ('forecast', 'a', '1', '2')",
    "INSERT INTO state_pay_rule SELECT id, 1, 'By law' FROM us_state",
  ]);
  await migrateDatabase(db);
  await checkSchema(db.read);
  const rows = async (sql: string) => (await db.client.execute(sql)).rows.map((row) => ({ ...row }));
  expect(await rows("SELECT * FROM site_status")).toEqual([
    { name: "backup", value: "5 tickets", updated_at: "2026-11-01" },
  ]);
  expect(await rows("SELECT id, required_store FROM background_job")).toEqual([
    { id: 7, required_store: "here" },
  ]);
  // The id of a deleted row must not be used for a new row.
  await db.client.execute(
    "INSERT INTO background_job (name, input, run_at, created_at) VALUES ('x', '{}', '1', '1')",
  );
  expect(await rows("SELECT max(id) AS id FROM background_job")).toEqual([{ id: 10 }]);
  expect(await rows("SELECT kind, last_used_at FROM external_cache")).toEqual([
    { kind: "forecast", last_used_at: "2" },
  ]);
  expect(
    await rows(
      "SELECT \"table\" FROM pragma_foreign_key_list('settlement_line') WHERE \"from\" = 'amount_owed_id'",
    ),
  ).toEqual([{ table: "amount_owed" }]);
  expect(await rows("PRAGMA foreign_key_check")).toEqual([]);
  expect(await rows("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  await db.close();
  rmSync(folder, { recursive: true });
});
