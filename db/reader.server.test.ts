import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@libsql/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFileReader } from "./reader.server";

const folder = mkdtempSync(join(tmpdir(), "timbertally-reader-"));
const path = join(folder, "read.db");
let writer: Client;
let reader: ReturnType<typeof openFileReader>;

beforeAll(async () => {
  writer = createClient({ url: `file:${path}`, concurrency: 1 });
  await writer.execute("PRAGMA journal_mode = WAL");
  await writer.execute("CREATE TABLE load (id INTEGER PRIMARY KEY, wood TEXT, tons REAL, scaled INTEGER)");
  await writer.execute("INSERT INTO load VALUES (1, 'aspen', 27.4, 1), (2, NULL, 0.5, 0)");
  reader = openFileReader(path, 1000);
});
afterAll(() => {
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

const read = async (sql: string, args: unknown[] = []) =>
  (await reader.client.execute({ sql, args: args as never })).rows as unknown[];

test("returns rows as arrays, with numbers as numbers, each time a query is repeated", async () => {
  for (let i = 0; i < 3; i++)
    expect(await read("SELECT id, wood, tons FROM load ORDER BY id")).toEqual([
      [1, "aspen", 27.4],
      [2, null, 0.5],
    ]);
});

test("caches more pages of the file than SQLite's default, from the first query on", async () => {
  const fresh = openFileReader(path, 1000);
  expect((await fresh.client.execute("PRAGMA cache_size")).rows).toEqual([[-16_384]]);
  fresh.close();
});

test("runs the same statement with different values each time, including booleans", async () => {
  const sql = "SELECT id FROM load WHERE scaled = ?";
  expect(await read(sql, [true])).toEqual([[1]]);
  expect(await read(sql, [false])).toEqual([[2]]);
  expect(await read(sql, [null])).toEqual([]);
});

test("rejects values that the driver would misinterpret", async () => {
  await expect(read("SELECT ?", [Number.NaN])).rejects.toThrow(RangeError);
  await expect(read("SELECT ?", [undefined])).rejects.toThrow(TypeError);
  await expect(read("SELECT 9007199254740993")).rejects.toThrow(RangeError);
  expect(await read("SELECT 9007199254740991")).toEqual([[Number.MAX_SAFE_INTEGER]]);
});

test("a statement prepared earlier returns rows and columns that were committed since", async () => {
  const sql = "SELECT count(*) FROM load";
  expect(await read(sql)).toEqual([[2]]);
  await writer.execute("INSERT INTO load VALUES (3, 'maple', 1, 1)");
  expect(await read(sql)).toEqual([[3]]);
  await writer.execute("ALTER TABLE load ADD COLUMN grade TEXT DEFAULT 'veneer'");
  expect(await read(sql)).toEqual([[3]]);
  expect(await read("SELECT grade FROM load WHERE id = 3")).toEqual([["veneer"]]);
});

test("doesn't return uncommitted changes and doesn't block a writer", async () => {
  const transaction = await writer.transaction("write");
  await transaction.execute("INSERT INTO load VALUES (4, 'oak', 1, 1, NULL)");
  expect(await read("SELECT count(*) FROM load")).toEqual([[3]]);
  await transaction.rollback();
  // An unfinished read would block the journal's checkpoint.
  const { rows } = await writer.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  expect(rows[0]?.busy).toBe(0);
});

test("refuses to execute a write", async () => {
  await expect(read("INSERT INTO load (id) VALUES (9) RETURNING id")).rejects.toThrow(/readonly|read-only/i);
  await expect(async () => reader.client.batch([])).rejects.toThrow();
});

test("a statement stays usable after an error", async () => {
  const sql = "SELECT abs(?) FROM load LIMIT 1";
  await expect(read(sql, [-(2n ** 63n)])).rejects.toThrow(/overflow/);
  expect(await read(sql, [-5])).toEqual([[5]]);
  await expect(read("SELECT * FROM nowhere")).rejects.toThrow(/nowhere/);
});

test("drops old prepared statements from its cache and can still read", async () => {
  for (let i = 0; i < 400; i++) expect(await read(`SELECT ${i}`)).toEqual([[i]]);
  expect(await read("SELECT 0")).toEqual([[0]]);
});

test("the reader's version changes after every change by another connection, and only then", async () => {
  const before = reader.version();
  await read("SELECT id FROM load");
  expect(reader.version()).toBe(before);
  const seen = new Set([before]);
  for (let i = 0; i < 5; i++) {
    await writer.execute(`UPDATE load SET tons = ${20 + i} WHERE id = 1`);
    seen.add(reader.version());
  }
  await writer.batch(["UPDATE load SET tons = 27.4 WHERE id = 1"], "write");
  seen.add(reader.version());
  expect(seen.size).toBe(7);
  expect(reader.version()).toBe([...seen].at(-1));
});

test("rejects queries after it is closed", async () => {
  reader.close();
  await expect(read("SELECT 1")).rejects.toMatchObject({ code: "CLIENT_CLOSED" });
});
