import { randomInt } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { createRandom } from "#db/random";
import { createHeldTask, MINUTE, testQueue } from "./testing/queue.server";
import { serversOf, sleep, task } from "./testing/servers.server";
import { LostLeaseError } from "./work.server";

const queue = testQueue();
const { all, clear, only, pass, run } = queue;
const { put, server } = serversOf(queue);
let did: string[] = [];
beforeEach(() => {
  did = [];
});

/** A server that claims an item and then goes silent until it is released. */
async function dying(it: { lease?: number } = {}) {
  const silent = createHeldTask();
  const kind = task(
    async (n) => {
      did.push(`dying ${n}`);
      await silent.wait();
    },
    { lease: 5 * MINUTE, ...it },
  );
  const runner = await server(kind, "dying");
  const drained = runner.drain();
  await expect.poll(() => did.length).toBe(1);
  return { speak: silent.free, drained };
}

const FRESH = [randomInt(1e9), randomInt(1e9), randomInt(1e9)];
test.each([1, 2, 3, ...FRESH])("two servers never do one item twice (seed %i)", async (seed) => {
  const random = createRandom(seed);
  const items = 24;
  const doing = new Set<number>();
  const succeeded = new Map<number, number>();
  const of = (process: string) =>
    task(
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
  const first = Promise.all(servers.map((runner) => runner.drain()));
  await put(of("a"), ...numbers.slice(items / 2));
  await first;
  for (let round = 0; round < 20 && succeeded.size < items; round++) {
    pass(2 * 86_400_000);
    await Promise.all(servers.map((runner) => runner.drain()));
  }
  expect([...succeeded.values()]).toEqual(numbers.map(() => 1));
  expect((await all()).every((row) => row.finished_at !== null && row.claimed_by === null)).toBe(true);
});

test("what a server was doing when it died is taken up after its lease, and its late word changes nothing", async () => {
  const alive = await server(
    task(async (n) => void did.push(`alive ${n}`)),
    "alive",
  );
  await put(
    task(async () => {}),
    1,
  );
  const dead = await dying();
  pass(5 * MINUTE - 10_000);
  await alive.drain();
  expect(did).toEqual(["dying 1"]);
  pass(10_001);
  await alive.drain();
  expect(did).toEqual(["dying 1", "alive 1"]);
  const finished = await only();
  expect([finished.attempts, finished.finished_at !== null]).toEqual([2, true]);
  dead.speak();
  await dead.drained;
  expect(await only()).toEqual(finished);
});

test("the late word of a server that died does not end the try of another", async () => {
  const end = createHeldTask();
  const alive = await server(
    task(async (n) => {
      did.push(`alive ${n}`);
      await end.wait();
    }),
    "alive",
  );
  await put(
    task(async () => {}),
    1,
  );
  const dead = await dying();
  pass(5 * MINUTE + 1);
  const drained = alive.drain();
  await expect.poll(() => did.length).toBe(2);
  const underWay = await only();
  dead.speak();
  await dead.drained;
  expect(await only()).toEqual(underWay);
  expect(underWay.finished_at).toBeNull();
  end.free();
  await drained;
  expect((await only()).finished_at).not.toBeNull();
});

test("a heartbeat keeps a claim beyond its lease, and tells who lost it", async () => {
  const it = task(
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

  let details: unknown;
  const robbed = task(
    async (_, { heartbeat }) => {
      await run("UPDATE background_job SET claimed_by = 'other'");
      await sleep(550);
      await heartbeat().catch((error: unknown) => {
        details = error;
        throw error;
      });
    },
    { lease: 1_500 },
  );
  await clear();
  await put(robbed, 2);
  await (await server(robbed, "c")).drain();
  expect(details).toBeInstanceOf(LostLeaseError);
  expect((await only()).claimed_by).toBe("other");
});

test("a try that hangs past its lease is told to end, keeps its reason, and holds up nothing else", async () => {
  const signals: AbortSignal[] = [];
  const it = task(
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
