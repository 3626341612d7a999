import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createClient } from "@libsql/client";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../client.server";
import { type Database, DatabaseOpenError, type LastWrite } from "../database";
import { DatabaseError } from "../errors.server";
import { company } from "../schema";
import { checkSchema } from "../schema-check.server";
import { openPrimaryWithReplicas } from "../testing/replicas";
import { createSqldToken } from "../testing/token";

const add = (db: Database, name: string) =>
  db.batch([db.write.insert(company).values({ name, created_at: "2026-01-01T00:00:00.000Z" }).toSQL()]);
const named = async (db: Database, name: string) =>
  (await db.read.select().from(company).where(sql`name = ${name}`)).length;
const until = async (holds: () => Promise<boolean> | boolean) => {
  for (let i = 0; i < 600; i++) {
    if (await holds()) return;
    await new Promise((r) => setTimeout(r, 100));
  }
  throw new Error("did not come to be");
};

/** Return whether every thread of a process is stopped: a thread that hasn't received the signal yet still responds. */
function isStopped(pid: number): boolean {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return true;
  return readdirSync(threads).every((id) => /\) [tT] /.test(readFileSync(`${threads}/${id}/stat`, "utf8")));
}

test("a write through a replica can be read from this replica at once", async () => {
  const db = await (await openPrimaryWithReplicas()).replica("a");
  for (let i = 0; i < 30; i++) {
    await add(db, `Own ${i}`);
    expect(await named(db, `Own ${i}`)).toBe(1);
  }
});

test("a session can read on one server what it wrote on another", async () => {
  const world = await openPrimaryWithReplicas();
  const [a, b] = [await world.replica("a"), await world.replica("b")];
  for (let i = 0; i < 10; i++) {
    const wrote: LastWrite = { mark: null };
    await a.freshness?.during(wrote, () => add(a, `Roaming ${i}`));
    expect(await named(b, `Roaming ${i}`)).toBe(0);
    expect(await b.freshness?.reached(wrote.mark ?? "")).toBe(true);
    expect(await named(b, `Roaming ${i}`)).toBe(1);
  }
});

test("a replica's version changes when the replica syncs another server's write, and not before", async () => {
  const world = await openPrimaryWithReplicas();
  const [a, b] = [await world.replica("a"), await world.replica("b")];
  await b.catchUp();
  for (let i = 0; i < 3; i++) {
    const before = b.version();
    expect(await named(b, `Versions ${i}`)).toBe(0);
    await add(a, `Versions ${i}`);
    await b.catchUp();
    expect(await named(b, `Versions ${i}`)).toBe(1);
    expect(b.version()).not.toBe(before);
  }
  const own = a.version();
  await add(a, "Versions, own");
  expect(a.version()).not.toBe(own);
});

test("ignores a write mark that is malformed or too far in the future", async () => {
  const { freshness } = await (await openPrimaryWithReplicas()).replica("a");
  for (const mark of [
    "",
    "x",
    "../..",
    `000000000000.1.${Date.now() + 1e9}`,
    "000000000000.1.99999999999999999999",
  ])
    expect(await freshness?.reached(mark)).toBe(true);
});

test("while the primary is down, reads work and writes fail with an error; afterward both work", async () => {
  const world = await openPrimaryWithReplicas();
  const db = await world.replica("a", { syncSeconds: 1, waitLimit: 60_000 });
  await add(db, "Before");
  await world.down();
  await expect(add(db, "Lost")).rejects.toMatchObject({ fault: "unavailable" });
  expect(await named(db, "Before")).toBe(1);
  await db.ready();
  await until(() => world.said.length > 0);
  const now = performance.now();
  expect(await db.freshness?.reached(`000000000000.1.${Date.now()}`)).toBe(false);
  // Requests don't wait for a primary that is down: half a minute is the limit even on a busy machine.
  expect(performance.now() - now).toBeLessThan(30_000);
  await world.up();
  await add(db, "After");
  await until(async () => (await named(db, "After")) === 1);
  expect(await named(db, "Lost")).toBe(0);
});

test("while the primary hangs, a write fails after its time limit and reads aren't delayed", async () => {
  const world = await openPrimaryWithReplicas();
  const db = await world.replica("a", { timeLimit: 2_000, waitLimit: 300 });
  process.kill(world.pid(), "SIGSTOP");
  onTestFinished(() => void process.kill(world.pid(), "SIGCONT"));
  await until(() => isStopped(world.pid()));
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  const now = performance.now();
  const error: unknown = await add(db, "Hung").catch((e: unknown) => e);
  const took = performance.now() - now;
  await db.catchUp();
  expect(await named(db, "Hung")).toBe(0);
  clearInterval(beat);
  expect(error).toBeInstanceOf(DatabaseError);
  expect(error).toMatchObject({ fault: "unavailable" });
  expect(took).toBeGreaterThan(1_900);
  // A wait that blocks the event loop would block it for the whole time limit; a busy machine delays it for less.
  expect(longest).toBeLessThan(1_500);
  process.kill(world.pid(), "SIGCONT");
  // A write that timed out may or may not have been applied; a write sent now will be.
  await add(db, "Later");
  await until(async () => (await named(db, "Later")) === 1);
});

test("a server that starts while the primary is down reads from its copy, and syncs when the primary is back", async () => {
  const world = await openPrimaryWithReplicas();
  const first = await world.replica("a");
  await add(first, "Kept");
  await first.close();
  await world.down();
  const db = await world.replica("a", { syncSeconds: 1 });
  await checkSchema(db.read);
  expect(world.said.join()).toContain("reading from the replica as it is");
  expect(await named(db, "Kept")).toBe(1);
  await expect(add(db, "Lost")).rejects.toMatchObject({ fault: "unavailable" });
  await world.up();
  await until(() =>
    add(db, "Back").then(
      () => true,
      () => false,
    ),
  );
  await until(async () => (await named(db, "Back")) > 0);
});

test("doesn't start if there is no replica and the primary is down", async () => {
  const world = await openPrimaryWithReplicas();
  await world.down();
  await expect(world.replica("a")).rejects.toThrow(
    /There isn.t a replica at .* yet, and the primary .* does not answer/,
  );
  expect(existsSync(world.file("a"))).toBe(false);
  await world.up();
  expect(await named(await world.replica("a"), "x")).toBe(0);
});

test("rebuilds a damaged replica at a new path, and uses the new path at the next start", async () => {
  const world = await openPrimaryWithReplicas();
  const damages: ((file: string) => void)[] = [
    (file) => writeFileSync(file, Buffer.alloc(50_000, 7)),
    (file) => truncateSync(file, 200_000),
    (file) => {
      const bytes = readFileSync(file);
      bytes.fill(9, 4096 * 3, 4096 * 30);
      writeFileSync(file, bytes);
    },
  ];
  let instant = world.file("a");
  for (const [i, damage] of damages.entries()) {
    const db = await world.replica("a");
    await add(db, `Whole ${i}`);
    await db.close();
    const plain = createClient({ url: `file:${instant}` });
    await plain.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    plain.close();
    damage(instant);
    const again = await world.replica("a");
    expect(await named(again, `Whole ${i}`)).toBe(1);
    await again.close();
    expect(existsSync(instant)).toBe(false);
    instant = `${world.file("a")}.${i + 2}`;
    expect(existsSync(instant)).toBe(true);
  }
  expect(world.said.filter((line) => line.includes("is being rebuilt"))).toHaveLength(3);
});

test("refuses a damaged replica while the primary is down, and keeps its file", async () => {
  const world = await openPrimaryWithReplicas();
  await (await world.replica("a")).close();
  writeFileSync(world.file("a"), "not a database at all");
  await world.down();
  await expect(world.replica("a")).rejects.toThrow(/is damaged .*does not answer/);
  expect(existsSync(world.file("a"))).toBe(true);
});

test("copies the whole database again if the replica's index lost its data or contains garbage", async () => {
  const world = await openPrimaryWithReplicas();
  const first = await world.replica("a");
  await add(first, "Noted");
  await first.close();
  for (const suffix of ["", "-wal", "-shm"]) rmSync(world.file("a") + suffix, { force: true });
  const second = await world.replica("a");
  expect(await named(second, "Noted")).toBe(1);
  await second.close();
  appendFileSync(`${world.file("a")}-client_wal_index`, "x");
  writeFileSync(`${world.file("a")}-client_wal_index`, "garbage");
  expect(await named(await world.replica("a"), "Noted")).toBe(1);
});

test("rejects an independent database as a replica, and a replica as an independent database", async () => {
  const world = await openPrimaryWithReplicas();
  const own = await openDatabase({ url: `file:${world.file("own")}` });
  await own.close();
  await expect(world.replica("own")).rejects.toThrow(/is not a replica but a database of its own/);
  await (await world.replica("a")).close();
  await expect(openDatabase({ url: `file:${world.file("a")}` })).rejects.toThrow(DatabaseOpenError);
});

test("locks a replica file for one process, and takes over the lock of a process that has died", async () => {
  const world = await openPrimaryWithReplicas();
  const db = await world.replica("a");
  await expect(world.replica("a")).rejects.toThrow(/is in use by process/);
  await db.close();
  const lock = `${world.file("a")}.lock`;
  expect(existsSync(lock)).toBe(false);
  for (const stale of [
    '{"pid":4194304,"born":null}',
    `{"pid":${process.pid},"born":"another life"}`,
    "torn",
  ]) {
    writeFileSync(lock, stale);
    await (await world.replica("a")).close();
  }
});

test("sends the primary's token with reads, writes and syncs; doesn't start without the token", async () => {
  const { key, token } = createSqldToken();
  const world = await openPrimaryWithReplicas(key);
  const db = await world.replica("a", { authToken: token });
  await add(db, "Known");
  expect(await named(db, "Known")).toBe(1);
  await expect(world.replica("b", { authToken: createSqldToken().token })).rejects.toThrow(/HTTP status 401/);
  await expect(world.replica("c")).rejects.toThrow(/HTTP status 401/);
});

test("rejects a schema older or newer than the build's, with an error message", async () => {
  const db = await (await openPrimaryWithReplicas()).replica("a");
  await checkSchema(db.read);
  const change = async (statement: string) => {
    await db.batch([{ sql: statement, params: [] }]);
    return checkSchema(db.read);
  };
  await expect(
    change("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 99999999999999)"),
  ).rejects.toThrow(/newer than this build/);
  await expect(change("DELETE FROM __drizzle_migrations WHERE created_at < 99999999999999")).rejects.toThrow(
    /older than this build/,
  );
  await expect(change("DELETE FROM __drizzle_migrations")).rejects.toThrow(/db:migrate/);
});
