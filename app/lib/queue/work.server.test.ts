import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { expectOneRow } from "~/web/commit.server";
import { log } from "~/web/log.server";
import { createRunner } from "./runner.server";
import { createGate, createRecordingTask, MINUTE, setUpTestQueue } from "./testing/queue.server";
import { buildEnqueueStep, defineTask, LOCAL_RESERVATION_MS, type Task } from "./work.server";

const { all, app, now, only, pass, put, run } = setUpTestQueue();
const server = (kinds: readonly Task[], process = "a", own = app()) =>
  createRunner({ app: own, kinds, place: `store of ${process}`, process });

test("an item exists only if its commit succeeded, and is run once", async () => {
  const { it, did } = createRecordingTask("greet");
  const miss = expectOneRow(sql`UPDATE background_job SET name = 'x' WHERE id = -1`);
  await expect(put(buildEnqueueStep(it, { n: 1 }), miss)).rejects.toThrow();
  expect(await all()).toEqual([]);
  await put(buildEnqueueStep(it, { n: 2 }), buildEnqueueStep(it, { n: sql`1 + 2` }));
  const runner = server([it]);
  await runner.drain();
  await runner.drain();
  expect(did).toEqual([2, 3]);
  expect((await all()).map((row) => [row.attempts, row.finished_at !== null, row.claimed_by])).toEqual([
    [1, true, null],
    [1, true, null],
  ]);
  await put(buildEnqueueStep(it, { n: 4 }));
  await runner.drain();
  expect(did).toEqual([2, 3, 4]);
  expect(() => buildEnqueueStep(it, { n: 1.5 })).toThrow();
});

test("runs the longest-due item first, then the first queued; items not due yet wait", async () => {
  const { it, did } = createRecordingTask("order");
  const at = (ms: number) => ({ runAt: new Date(Date.now() + ms) });
  await put(
    buildEnqueueStep(it, { n: 1 }, at(-1_000)),
    buildEnqueueStep(it, { n: 2 }, at(-5_000)),
    buildEnqueueStep(it, { n: 3 }, { runAt: new Date(0) }),
    buildEnqueueStep(it, { n: 4 }, { runAt: new Date(0) }),
    buildEnqueueStep(it, { n: 5 }, at(MINUTE)),
  );
  await server([it]).drain();
  expect(did).toEqual([3, 4, 2, 1]);
  pass(MINUTE + 1_000);
  await server([it]).drain();
  expect(did).toEqual([3, 4, 2, 1, 5]);
});

test("a server ignores items of tasks it doesn't have", async () => {
  const [mine, other] = [createRecordingTask("mine"), createRecordingTask("other")];
  await put(buildEnqueueStep(other.it, { n: 1 }));
  await server([mine.it]).drain();
  expect((await only()).attempts).toBe(0);
});

test("only one item per key waits; if queued again while running, it runs once more", async () => {
  const end = createGate();
  const { it, did } = createRecordingTask("keyed", end.wait);
  await put(buildEnqueueStep(it, { n: 1 }, { key: "k", runAt: new Date(Date.now() + MINUTE) }));
  await put(buildEnqueueStep(it, { n: 2 }, { key: "k" }), buildEnqueueStep(it, { n: 3 }, { key: "other" }));
  expect((await all()).length).toBe(2);
  await run("DELETE FROM background_job WHERE unique_key = 'other'");
  const runner = server([it]);
  const drained = runner.drain();
  await expect.poll(() => did.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await put(buildEnqueueStep(it, { n: 1 }, { key: "k" }));
  end.free();
  await drained;
  expect(did).toEqual([1, 1]);
  expect((await all()).filter((row) => row.finished_at === null)).toEqual([]);
  await put(buildEnqueueStep(it, { n: 4 }, { key: "k" }));
  expect((await all()).length).toBe(2);
});

test("failed attempts wait 1, 5, 30 and 120 minutes, then a day; an abandoned item keeps its reason", async () => {
  const messages: number[] = [];
  const { it, did } = createRecordingTask(
    "fails",
    async () => {
      throw new Error("550 no such box");
    },
    { gaveUp: async (_, { n }) => void messages.push(n) },
  );
  await put(buildEnqueueStep(it, { n: 1 }));
  const quiet = { ...app(), log: log.child({}, { level: "silent" }) };
  const runner = server([it], "a", quiet);
  const waits: number[] = [];
  for (let i = 1; i < 8; i++) {
    await runner.drain();
    const row = await only();
    expect([row.attempts, row.failure, row.failed_at]).toEqual([i, "550 no such box", null]);
    const wait = Date.parse(row.run_at) - now().getTime();
    waits.push(Math.round(wait / MINUTE));
    pass(wait - 5_000);
    await runner.drain();
    expect(did.length).toBe(i);
    pass(5_001);
  }
  expect(waits).toEqual([1, 5, 30, 120, 1440, 1440, 1440]);
  await runner.drain();
  pass(30 * 86_400_000);
  await runner.drain();
  expect(await only()).toMatchObject({ attempts: 8, failure: "550 no such box", claimed_by: null });
  expect((await only()).failed_at).not.toBeNull();
  expect([did.length, messages]).toEqual([8, [1]]);
});

test("an item with invalid input fails and delays no other item", async () => {
  const { it, did } = createRecordingTask("parses");
  await put(buildEnqueueStep(it, { n: 1 }), buildEnqueueStep(it, { n: 2 }));
  await run(`UPDATE background_job SET input = '{"n":"x"}' WHERE id = (SELECT min(id) FROM background_job)`);
  await server([it]).drain();
  expect(did).toEqual([2]);
  expect((await only()).failure).toContain("number");
});

test("a recurring task has one item that is rescheduled, sooner after a failure, and never abandoned", async () => {
  let fails = false;
  let runs = 0;
  const it = defineTask({
    name: "hourly",
    input: z.strictObject({}),
    every: 60,
    attempts: 2,
    async run() {
      runs += 1;
      if (fails) throw new Error("not now");
    },
  });
  const [one, two] = [server([it], "a"), server([it], "b")];
  await Promise.all([one.drain(), two.drain()]);
  expect([runs, (await all()).length]).toEqual([1, 1]);
  const minutes = async () => Math.round((Date.parse((await only()).run_at) - now().getTime()) / MINUTE);
  expect([await minutes(), (await only()).finished_at, (await only()).attempts]).toEqual([60, null, 0]);
  fails = true;
  const waits: number[] = [];
  for (let i = 0; i < 5; i++) {
    pass(61 * MINUTE);
    await one.drain();
    waits.push(await minutes());
  }
  expect(waits).toEqual([1, 5, 30, 60, 60]);
  expect(await only()).toMatchObject({ failure: "not now", failed_at: null });
  fails = false;
  pass(61 * MINUTE);
  await two.drain();
  expect([await minutes(), (await only()).failure, runs]).toEqual([60, null, 7]);
});

test("does not schedule recurring work that the settings disallow, and deletes its waiting items", async () => {
  let isConfigured = true;
  const it = defineTask({
    name: "card payments",
    input: z.strictObject({}),
    every: 60,
    able: () => isConfigured,
    run: async () => {},
  });
  await server([it], "a").drain();
  expect(await all()).toHaveLength(1);
  isConfigured = false;
  await server([it], "a").drain();
  expect(await all()).toEqual([]);
  isConfigured = true;
  await server([it], "a").drain();
  expect(await all()).toHaveLength(1);
});

test("recurring work of a file store runs on the server that has the store", async () => {
  const did: string[] = [];
  const of = (process: string) =>
    defineTask({
      name: "own files",
      input: z.strictObject({}),
      every: 60,
      eachStore: true,
      run: async () => void did.push(process),
    });
  await server([of("a")], "a").drain();
  await server([of("b")], "b").drain();
  expect(did).toEqual(["a", "b"]);
  pass(61 * MINUTE);
  await server([of("b")], "b").drain();
  await server([of("b")], "b").drain();
  expect(did).toEqual(["a", "b", "b"]);
});

test("reserves an item with local output for the requesting process for one minute", async () => {
  const { PROCESS_ID: PROCESS } = await import("./waking.server");
  const { it, did } = createRecordingTask("file", undefined, { here: true });
  await put(buildEnqueueStep(it, { n: 1 }));
  await server([it], "b").drain();
  expect(did).toEqual([]);
  await server([it], PROCESS).drain();
  expect(did).toEqual([1]);
  await put(buildEnqueueStep(it, { n: 2 }));
  pass(LOCAL_RESERVATION_MS + 1_000);
  await server([it], "b").drain();
  expect(did).toEqual([1, 2]);
});

test("a lane runs one item at a time; its first item precedes another lane's third", async () => {
  const ends = Array.from({ length: 9 }, createGate);
  const { it, did } = createRecordingTask("lanes", (_, { n }) => ends[n]?.wait() ?? Promise.resolve(), {
    atOnce: 2,
  });
  const a = { lane: "a" };
  await put(
    buildEnqueueStep(it, { n: 1 }, a),
    buildEnqueueStep(it, { n: 2 }, a),
    buildEnqueueStep(it, { n: 3 }, a),
  );
  const runner = server([it], "a");
  const two = server([it], "b");
  const drained = [runner.drain()];
  await expect.poll(() => did).toEqual([1]);
  // The second server finds no item that it may run, and doesn't check again by itself.
  await two.drain();
  await put(buildEnqueueStep(it, { n: 4 }, { lane: "b" }), buildEnqueueStep(it, { n: 5 }, { lane: "c" }));
  runner.wake();
  await expect.poll(() => did).toEqual([1, 4]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(did).toEqual([1, 4]);
  ends[4]?.free();
  await expect.poll(() => did).toEqual([1, 4, 5]);
  for (const end of ends) end.free();
  await Promise.all(drained);
  await runner.drain();
  expect(did).toEqual([1, 4, 5, 2, 3]);
});
