import { randomInt } from "node:crypto";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { type Database, openDatabase } from "#db/client.server";
import { seeded } from "#db/random";
import { workItem } from "#db/schema";
import { testAddress, testDatabase } from "#db/testing/test-database";
import type { App } from "~/web/app.server";
import { commitSteps } from "~/web/commit.server";
import { log } from "~/web/log.server";
import { startQueue } from "./queue.server";
import { makeRunner } from "./runner.server";
import { type Doing, enqueue, LostClaim, type Work, work } from "./work.server";

let db: Database;
let late = 0;
let did: string[] = [];
const MINUTE = 60_000;
const now = () => new Date(Date.now() + late);
const quiet = log.child({}, { level: "silent" });

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(async () => {
  late = 0;
  did = [];
  await db.batch([{ sql: "DELETE FROM work_item", params: [] }]);
});

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
const put = (it: Work, ...numbers: number[]) =>
  commitSteps(
    db,
    numbers.map((n) => enqueue(it, { n })),
    {},
    null,
  );
const all = () => db.read.select().from(workItem).orderBy(workItem.id);
async function only() {
  const [row] = await all();
  if (!row) throw new Error("no item");
  return row;
}
const act = (
  run: (n: number, doing: Doing, app: App) => Promise<void>,
  more: Partial<Pick<Work, "lease" | "atOnce" | "attempts">> = {},
): Work =>
  work({
    name: "act",
    input: z.strictObject({ n: z.number() }),
    run: (app, { n }, doing) => run(n, doing, app),
    ...more,
  });
/** A server of its own over the same database. */
async function server(it: Work, process: string, own?: Partial<Database>) {
  const other = await openDatabase({ url: testAddress() });
  onTestFinished(() => other.close());
  const app: App = { db: { ...other, ...own }, now, log: quiet };
  return makeRunner({ app, kinds: [it], place: process, process });
}
/** A server that takes an item up and then is never heard of again, until it is told to speak. */
async function dying(it: { lease?: number } = {}) {
  let speak = () => {};
  const silent = new Promise<void>((resolve) => {
    speak = resolve;
  });
  const kind = act(
    async (n) => {
      did.push(`dying ${n}`);
      await silent;
    },
    { lease: 5 * MINUTE, ...it },
  );
  const runner = await server(kind, "dying");
  const drained = runner.drain();
  await expect.poll(() => did.length).toBe(1);
  return { speak, drained };
}

const FRESH = [randomInt(1e9), randomInt(1e9), randomInt(1e9)];
test.each([1, 2, 3, ...FRESH])("two servers never do one item twice (seed %i)", async (seed) => {
  const random = seeded(seed);
  const items = 24;
  const doing = new Set<number>();
  const succeeded = new Map<number, number>();
  const of = (process: string) =>
    act(
      async (n, { heartbeat }) => {
        expect(doing.has(n)).toBe(false);
        doing.add(n);
        await sleep(random.between(0, 8));
        if (random.chance(0.3)) await heartbeat();
        doing.delete(n);
        if (random.chance(0.2)) throw new Error(`${process} stumbled`);
        succeeded.set(n, (succeeded.get(n) ?? 0) + 1);
      },
      { atOnce: random.between(1, 4), attempts: 20 },
    );
  const servers = [await server(of("a"), "a"), await server(of("b"), "b")];
  const numbers = Array.from({ length: items }, (_, n) => n);
  await put(of("a"), ...numbers.slice(0, items / 2));
  const first = Promise.all(servers.map((one) => one.drain()));
  await put(of("a"), ...numbers.slice(items / 2));
  await first;
  for (let round = 0; round < 20 && succeeded.size < items; round++) {
    late += 2 * 86_400_000;
    await Promise.all(servers.map((one) => one.drain()));
  }
  expect([...succeeded.values()]).toEqual(numbers.map(() => 1));
  expect((await all()).every((row) => row.finished_at !== null && row.claimed_by === null)).toBe(true);
});

test("what a server was doing when it died is taken up after its lease, and its late word changes nothing", async () => {
  const alive = await server(
    act(async (n) => void did.push(`alive ${n}`)),
    "alive",
  );
  await put(
    act(async () => {}),
    1,
  );
  const dead = await dying();
  late += 5 * MINUTE - 10_000;
  await alive.drain();
  expect(did).toEqual(["dying 1"]);
  late += 10_001;
  await alive.drain();
  expect(did).toEqual(["dying 1", "alive 1"]);
  const finished = await only();
  expect([finished.attempts, finished.finished_at !== null]).toEqual([2, true]);
  dead.speak();
  await dead.drained;
  expect(await only()).toEqual(finished);
});

test("the late word of a server that died does not end the try of another", async () => {
  let free = () => {};
  const wait = new Promise<void>((resolve) => {
    free = resolve;
  });
  const alive = await server(
    act(async (n) => {
      did.push(`alive ${n}`);
      await wait;
    }),
    "alive",
  );
  await put(
    act(async () => {}),
    1,
  );
  const dead = await dying();
  late += 5 * MINUTE + 1;
  const drained = alive.drain();
  await expect.poll(() => did.length).toBe(2);
  const underWay = await only();
  dead.speak();
  await dead.drained;
  expect(await only()).toEqual(underWay);
  expect(underWay.finished_at).toBeNull();
  free();
  await drained;
  expect((await only()).finished_at).not.toBeNull();
});

test("a heartbeat keeps a claim beyond its lease, and tells who lost it", async () => {
  const it = act(
    async (_, { heartbeat }) => {
      did.push("done");
      for (let i = 0; i < 4; i++) {
        await sleep(1_010);
        await heartbeat();
      }
    },
    // A heartbeat is sent each third of the lease: two thirds are left for a machine that is busy.
    { lease: 3_000 },
  );
  const [one, two] = [await server(it, "a"), await server(it, "b")];
  await put(it, 1);
  const drained = one.drain();
  for (let i = 0; i < 40; i++) {
    await sleep(100);
    await two.drain();
  }
  await drained;
  expect([did, (await only()).attempts]).toEqual([["done"], 1]);

  let told: unknown;
  const robbed = act(
    async (_, { heartbeat }) => {
      await db.batch([{ sql: "UPDATE work_item SET claimed_by = 'other'", params: [] }]);
      await sleep(550);
      await heartbeat().catch((error: unknown) => {
        told = error;
        throw error;
      });
    },
    { lease: 1_500 },
  );
  await db.batch([{ sql: "DELETE FROM work_item", params: [] }]);
  await put(robbed, 2);
  await (await server(robbed, "c")).drain();
  expect(told).toBeInstanceOf(LostClaim);
  expect((await only()).claimed_by).toBe("other");
});

test("a try that hangs past its lease is told to end, keeps its reason, and holds up nothing else", async () => {
  const signals: AbortSignal[] = [];
  const it = act(
    async (n, { signal }) => {
      did.push(`try ${n}`);
      if (n !== 1) return;
      signals.push(signal);
      await new Promise(() => {});
    },
    { lease: 1_500 },
  );
  await put(it, 1, 2);
  await (await server(it, "a")).drain();
  expect(did).toEqual(["try 1", "try 2"]);
  expect(signals[0]?.aborted).toBe(true);
  const [hung, other] = await all();
  expect(hung).toMatchObject({ attempts: 1, claimed_by: null, finished_at: null });
  expect(hung?.failure).toContain("took too long");
  expect(other?.finished_at).not.toBeNull();
});

test("an item on which every server dies is given up too", async () => {
  await put(
    act(async () => {}),
    1,
  );
  await db.batch([{ sql: "UPDATE work_item SET attempts = 8", params: [] }]);
  await (
    await server(
      act(async () => void did.push("no")),
      "a",
    )
  ).drain();
  expect(did).toEqual([]);
  expect(await only()).toMatchObject({ failure: expect.stringContaining("stopped"), claimed_by: null });
  expect((await only()).given_up_at).not.toBeNull();
});

test("a database that is away stops nothing for good", async () => {
  const it = act(async (n) => void did.push(`did ${n}`));
  await put(it, 1);
  const rename = (from: string, to: string) =>
    db.batch([{ sql: `ALTER TABLE ${from} RENAME TO ${to}`, params: [] }]);
  const runner = await server(it, "a");
  await rename("work_item", "away");
  await runner.drain();
  await rename("away", "work_item");
  await runner.drain();
  expect(did).toEqual(["did 1"]);
});

test("what was done and could not be noted is not done again by the same server", async () => {
  const it = act(async (n) => void did.push(`did ${n}`));
  await put(it, 1);
  const runner = await server(it, "a");
  await db.batch([
    {
      sql: `CREATE TRIGGER no_note BEFORE UPDATE OF finished_at ON work_item BEGIN SELECT RAISE(ABORT, 'no'); END`,
      params: [],
    },
  ]);
  await runner.drain();
  await runner.drain();
  expect([did, (await only()).finished_at]).toEqual([["did 1"], null]);
  // Its lease passes, and the same server takes it up.
  late += 6 * MINUTE;
  await runner.drain();
  await db.batch([{ sql: "DROP TRIGGER no_note", params: [] }]);
  await runner.drain();
  expect(did).toEqual(["did 1"]);
  expect((await only()).finished_at).not.toBeNull();
});

test("a server whose copy of the database stays behind does not work on what it can't read", async () => {
  const it = act(async (n) => void did.push(`did ${n}`));
  await put(it, 1);
  await (await server(it, "a", { catchUp: async () => false })).drain();
  expect([did, (await only()).failure]).toEqual([[], "This server's copy of the database is behind."]);
});

test("a server that stops lets go of what it was doing, as if it had not begun", async () => {
  const it = act(async (_, { signal }) => {
    did.push("begun");
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  await put(it, 1, 2);
  const runner = await server(it, "a");
  void runner.drain();
  await expect.poll(() => did.length).toBe(1);
  await runner.stop(5_000);
  expect((await all()).map((row) => [row.attempts, row.claimed_by, row.failure])).toEqual([
    [0, null, null],
    [0, null, null],
  ]);
  await runner.drain();
  expect(did.length).toBe(1);
  await (
    await server(
      act(async (n) => void did.push(`done ${n}`)),
      "b",
    )
  ).drain();
  expect(did).toEqual(["begun", "done 1", "done 2"]);
});

test("the process that put work on the queue does it soon after, without being asked", async () => {
  const it = act(async (n) => void did.push(`did ${n}`));
  const stop = startQueue([it], async () => "here");
  await sleep(50);
  await put(it, 1);
  await expect.poll(() => did).toEqual(["did 1"]);
  await stop(1_000);
  await put(it, 2);
  await sleep(1_200);
  expect(did).toEqual(["did 1"]);
});
