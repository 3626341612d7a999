import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./client.server";

test("after closing, a single file contains the whole database", async () => {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-stop-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "stopped.db");
  const db = await openDatabase({ url: `file:${file}` });
  await db.batch([
    { sql: "CREATE TABLE load (pounds INTEGER)", params: [] },
    { sql: "INSERT INTO load VALUES (52000)", params: [] },
  ]);
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  await db.close();
  expect(existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0).toBe(0);
  expect(statSync(file).size).toBeGreaterThan(4_096);
});
