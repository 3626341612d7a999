import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { type Client, createClient } from "@libsql/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DatabaseError } from "./errors.server";
import { openFileWriter } from "./writer.server";

const folder = mkdtempSync(join(tmpdir(), "timbertally-long-"));
const path = join(folder, "write.db");
let other: Client;
let writer: ReturnType<typeof openFileWriter>;

beforeAll(async () => {
  other = createClient({ url: `file:${path}`, concurrency: 1 });
  await other.execute("PRAGMA journal_mode = WAL");
  await other.execute(
    "CREATE TABLE load (id INTEGER PRIMARY KEY, wood TEXT UNIQUE, scaled INTEGER, at BLOB)",
  );
  await other.execute("CREATE TABLE stick (load_id INTEGER REFERENCES load (id))");
  writer = openFileWriter(path, 100);
});
afterAll(async () => {
  await writer.close();
  other.close();
  rmSync(folder, { recursive: true, force: true });
});

const LONG = { isLong: true };
const INSERT = "INSERT INTO load (wood, scaled) VALUES (?, ?)";
const MANY = `INSERT INTO load (wood) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
  SELECT ? || i FROM n`;
const loads = async () => Number((await other.execute("SELECT count(*) FROM load")).rows[0]?.[0]);
const faultOf = (sql: string, params: unknown[] = []) =>
  writer.batch([{ sql, params }], LONG).then(
    () => "none",
    (error: unknown) => (error instanceof DatabaseError ? error.fault : String(error)),
  );
test("a long batch in the thread returns the same results as a short batch", async () => {
  const batch = (wood: string) => [
    { sql: INSERT, params: [wood, true] },
    { sql: "SELECT wood, scaled FROM load WHERE wood = ?", params: [wood] },
    {
      sql: "UPDATE load SET scaled = 0, at = ? WHERE wood = ? RETURNING scaled AS was",
      params: [null, wood],
    },
    { sql: "UPDATE load SET scaled = ? WHERE wood = 'oak'", params: [1] },
  ];
  const short = await writer.batch(batch("aspen"));
  const long = await writer.batch(batch("maple"), LONG);
  const plain = (sets: typeof short) =>
    JSON.parse(
      JSON.stringify(
        sets.map(({ columns, rows, rowsAffected }) => ({ columns, rows, rowsAffected })),
      ).replaceAll("maple", "aspen"),
    );
  expect(plain(long)).toEqual(plain(short));
  expect(long[0]?.lastInsertRowid).toBe((short[0]?.lastInsertRowid ?? 0n) + 1n);
  expect(long[1]?.rows).toEqual([{ wood: "maple", scaled: 1 }]);
});

test("other work continues during a long batch, but waits during a short batch", async () => {
  // Another connection locks the file, and unlocks it only if the event loop can run during the batch.
  const patient = openFileWriter(path, 3_000);
  const locked = async (options?: typeof LONG) => {
    const held = await other.transaction("write");
    setImmediate(() => held.rollback());
    return patient.batch([{ sql: MANY, params: [2, options ? "pine" : "larch"] }], options).then(
      ([set]) => set?.rowsAffected,
      (error: unknown) => (error instanceof DatabaseError ? error.fault : error),
    );
  };
  expect(await locked(LONG)).toBe(2);
  expect(await locked()).toBe("busy");
  await patient.close();
});

test("batches run in the order sent, and wait in the process instead of for the file's lock", async () => {
  // The writer waits a tenth of a second at most for the file's lock, so a statement that waited for the lock would
  // fail as busy.
  const done: string[] = [];
  const sent = [
    writer.batch([{ sql: MANY, params: [200_000, "spruce"] }], LONG).then(() => done.push("long")),
    writer.batch([{ sql: INSERT, params: ["elm", 1] }]).then(() => done.push("short")),
    writer.batch([{ sql: MANY, params: [10, "fir"] }], LONG).then(() => done.push("another")),
    faultOf(INSERT, ["elm", 2]).then((fault) => done.push(fault)),
    writer.batch([{ sql: INSERT, params: ["yew", 1] }]).then(() => done.push("last")),
  ];
  await Promise.all(sent);
  expect(done).toEqual(["long", "short", "another", "unique", "last"]);
  // No batch is waiting anymore, so a short batch runs at once again.
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  await writer.batch([{ sql: INSERT, params: ["ash", 1] }]);
  expect(turned).toBe(false);
});

test("a long batch that fails undoes everything and reports the error", async () => {
  const before = await loads();
  await expect(
    writer.batch(
      [
        { sql: INSERT, params: ["beech", 1] },
        { sql: INSERT, params: ["ash", 1] },
      ],
      LONG,
    ),
  ).rejects.toMatchObject({ fault: "unique", detail: expect.stringContaining("load.wood") });
  expect(await loads()).toBe(before);
  expect(await faultOf("INSERT INTO stick VALUES (98765432)")).toBe("foreign-key");
  expect(await faultOf("INSERT INTO nowhere VALUES (1)")).toBe("other");
  expect(await faultOf(INSERT, [undefined, 1])).toContain("TypeError");
  const held = await other.transaction("write");
  expect(await faultOf(INSERT, ["birch", 1])).toBe("busy");
  await held.rollback();
  expect(await faultOf(INSERT, ["birch", 0])).toBe("none");
});

test("closing waits for batches already sent, and refuses later ones", async () => {
  const fileWriter = openFileWriter(path, 100);
  const sent = fileWriter.batch([{ sql: MANY, params: [1000, "cedar"] }], LONG);
  const closed = fileWriter.close();
  const late = fileWriter.batch([{ sql: INSERT, params: ["hemlock", 1] }]).catch((error: unknown) => error);
  expect(await sent).toHaveLength(1);
  expect(await late).toMatchObject({ fault: "unavailable" });
  await closed;
  await expect(fileWriter.batch([{ sql: INSERT, params: ["hemlock", 1] }], LONG)).rejects.toMatchObject({
    fault: "unavailable",
  });
  expect((await other.execute("SELECT 1 FROM load WHERE wood = 'hemlock'")).rows).toEqual([]);
});

test("if the writer's thread ends, only its batch fails and writes nothing; the next batch starts a new thread", async () => {
  const started: Worker[] = [];
  const heard = (worker: Worker) => started.push(worker);
  process.on("worker", heard);
  const fileWriter = openFileWriter(path, 100);
  const [first] = [
    fileWriter.batch([{ sql: MANY, params: [200_000, "oak"] }], LONG).catch((error: unknown) => error),
  ];
  await expect.poll(() => started.length).toBe(1);
  await started[0]?.terminate();
  expect(await first).toMatchObject({ fault: "unavailable" });
  expect((await other.execute("SELECT 1 FROM load WHERE wood LIKE 'oak%'")).rows).toEqual([]);
  expect(await fileWriter.batch([{ sql: INSERT, params: ["willow", 1] }], LONG)).toHaveLength(1);
  expect(started).toHaveLength(2);
  process.off("worker", heard);
  await fileWriter.close();
});

test("a command process exits after its last long batch if it has nothing else to do", () => {
  const program = `
    import { openFileWriter } from "#db-writer";
    const writer = openFileWriter(${JSON.stringify(join(folder, "command.db"))}, 100);
    await writer.batch([{ sql: "CREATE TABLE load (id INTEGER PRIMARY KEY)", params: [] }], { isLong: true });
    await writer.close();
    console.log("over");
  `.replace("#db-writer", new URL("./writer.server.ts", import.meta.url).href);
  const args = ["--import", "tsx", "--input-type=module", "--eval", program];
  expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toBe("over\n");
});
