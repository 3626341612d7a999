import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@libsql/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DatabaseError } from "./errors.server";
import { openFileWriter } from "./writer.server";

const folder = mkdtempSync(join(tmpdir(), "timbertally-writer-"));
const path = join(folder, "write.db");
let other: Client;
let writer: ReturnType<typeof openFileWriter>;

beforeAll(async () => {
  other = createClient({ url: `file:${path}`, concurrency: 1 });
  await other.execute("PRAGMA journal_mode = WAL");
  await other.execute("CREATE TABLE load (id INTEGER PRIMARY KEY, wood TEXT UNIQUE, scaled INTEGER)");
  await other.execute("CREATE TABLE stick (load_id INTEGER REFERENCES load (id))");
  writer = openFileWriter(path, 100);
});
afterAll(async () => {
  await writer.close();
  other.close();
  rmSync(folder, { recursive: true, force: true });
});

const INSERT = "INSERT INTO load (wood, scaled) VALUES (?, ?)";
const loads = async () => Number((await other.execute("SELECT count(*) FROM load")).rows[0]?.[0]);
const faultOf = (sql: string, params: unknown[] = []) =>
  writer.batch([{ sql, params }]).then(
    () => "none",
    (error: unknown) => (error instanceof DatabaseError ? error.fault : String(error)),
  );

test("returns affected rows, inserted ids and selected rows, also when a batch is repeated", async () => {
  for (const [i, wood] of ["aspen", "maple"].entries()) {
    const sets = await writer.batch([
      { sql: INSERT, params: [wood, true] },
      { sql: "SELECT wood, scaled FROM load WHERE wood = ?", params: [wood] },
      { sql: "UPDATE load SET scaled = 0 WHERE wood = ? RETURNING id, scaled AS was", params: [wood] },
      { sql: "UPDATE load SET scaled = ? WHERE wood = 'oak'", params: [1] },
    ]);
    expect(sets[0]).toMatchObject({ rowsAffected: 1, lastInsertRowid: BigInt(i + 1) });
    expect(sets[1]?.rows).toEqual([{ wood, scaled: 1 }]);
    expect(sets[2]?.rows).toEqual([{ id: i + 1, was: 0 }]);
    expect(sets[3]?.rowsAffected).toBe(0);
  }
});

test("rolls back a failed batch and can run its statements again", async () => {
  const before = await loads();
  for (let i = 0; i < 2; i++)
    await expect(
      writer.batch([
        { sql: INSERT, params: ["oak", 1] },
        { sql: INSERT, params: ["aspen", 1] },
      ]),
    ).rejects.toMatchObject({ fault: "unique" });
  expect(await loads()).toBe(before);
  await writer.batch([{ sql: INSERT, params: ["oak", 1] }]);
  expect(await loads()).toBe(before + 1);
});

test("reports the kind of an error and enforces foreign keys", async () => {
  expect(await faultOf("INSERT INTO stick VALUES (987)")).toBe("foreign-key");
  expect(await faultOf("INSERT INTO nowhere VALUES (1)")).toBe("other");
  expect(await faultOf(INSERT, [undefined, 1])).toContain("TypeError");
  expect(await faultOf(INSERT, [Number.NaN, 1])).toContain("RangeError");
  const held = await other.transaction("write");
  expect(await faultOf(INSERT, ["birch", 1])).toBe("busy");
  await held.rollback();
  expect(await faultOf(INSERT, ["birch", 0])).toBe("none");
});

test("continues writing after a table's schema has changed, and doesn't block the journal's checkpoint", async () => {
  await other.execute("ALTER TABLE load ADD COLUMN grade TEXT DEFAULT 'veneer'");
  expect(await faultOf(INSERT, ["ash", 1])).toBe("none");
  expect((await other.execute("SELECT grade FROM load WHERE wood = 'ash'")).rows[0]?.[0]).toBe("veneer");
  expect((await other.execute("PRAGMA wal_checkpoint(TRUNCATE)")).rows[0]?.busy).toBe(0);
});

test("writes nothing once the writer is closed", async () => {
  const closing = openFileWriter(path, 100);
  closing.close();
  await expect(closing.batch([{ sql: INSERT, params: ["elm", 1] }])).rejects.toMatchObject({
    fault: "unavailable",
  });
});
