import { randomInt } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { createRandom } from "#db/random";
import { createGate, MINUTE, setUpTestQueue } from "./testing/queue.server";
import { createTask, createTestServers, sleep } from "./testing/servers.server";
import { LostLeaseError } from "./work.server";

const queue = setUpTestQueue();
const { all, clear, only, pass, run } = queue;
const { put, server } = createTestServers(queue);
let did: string[] = [];
beforeEach(() => {
  did = [];
});

/** Start a server that claims an item and then hangs until it is released. */
async function dying(it: { lease?: number } = {}) {
  const silent = createGate();
  const kind = createTask(
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
test.each([1, 2, 3, ...FRESH])("two servers never both complete the same item (seed %i)", async (seed) => {
  const random = createRandom(seed);
  const items = 24;
  const doing = new Set<number>();
  const succeeded = new Map<number, number>();
  const of = (process: string) =>
    createTask(
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

test("another server runs a dead server's item after its lease; the dead server's late result changes nothing", async () => {
  const alive = await server(
    createTask(async (n) => void did.push(`alive ${n}`)),
    "alive",
  );
  await put(
    createTask(async () => {}),
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

test("a dead server's late result does not end another server's running attempt", async () => {
  const end = createGate();
  const alive = await server(
    createTask(async (n) => {
      did.push(`alive ${n}`);
      await end.wait();
    }),
    "alive",
  );
  await put(
    createTask(async () => {}),
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

test("a heartbeat extends a lease, and throws if another server has leased the item", async () => {
  const it = createTask(
    async (_, { heartbeat }) => {
      did.push("done");
      for (let i = 0; i < 4; i++) {
        await sleep(1_010);
        await heartbeat();
      }
    },
    // A heartbeat is sent at each third of the lease, which leaves two thirds for a slow machine.
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
  const robbed = createTask(
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

test("an attempt that outlasts its lease is aborted, records its reason, and delays no other item", async () => {
  const signals: AbortSignal[] = [];
  const it = createTask(
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
