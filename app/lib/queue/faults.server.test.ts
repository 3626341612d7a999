import { beforeEach, expect, test } from "vitest";
import { startQueue } from "./queue.server";
import { MINUTE, testQueue } from "./testing/queue.server";
import { serversOf, sleep, task } from "./testing/servers.server";

const queue = testQueue();
const { all, only, pass, run } = queue;
const { put, server } = serversOf(queue);
let did: string[] = [];
beforeEach(() => {
  did = [];
});

test("an item on which every server dies is given up too", async () => {
  await put(
    task(async () => {}),
    1,
  );
  await run("UPDATE background_job SET attempts = 8");
  await (
    await server(
      task(async () => void did.push("no")),
      "a",
    )
  ).drain();
  expect(did).toEqual([]);
  expect(await only()).toMatchObject({ failure: expect.stringContaining("stopped"), claimed_by: null });
  expect((await only()).failed_at).not.toBeNull();
});

test("a database that is away stops nothing for good", async () => {
  const it = task(async (n) => void did.push(`did ${n}`));
  await put(it, 1);
  const rename = (from: string, to: string) => run(`ALTER TABLE ${from} RENAME TO ${to}`);
  const runner = await server(it, "a");
  await rename("background_job", "away");
  await runner.drain();
  await rename("away", "background_job");
  await runner.drain();
  expect(did).toEqual(["did 1"]);
});

test("what was done and could not be noted is not done again by the same server", async () => {
  const it = task(async (n) => void did.push(`did ${n}`));
  await put(it, 1);
  const runner = await server(it, "a");
  await run(
    "CREATE TRIGGER no_note BEFORE UPDATE OF finished_at ON background_job BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  await runner.drain();
  await runner.drain();
  expect([did, (await only()).finished_at]).toEqual([["did 1"], null]);
  // Its lease passes, and the same server takes it up.
  pass(6 * MINUTE);
  await runner.drain();
  await run("DROP TRIGGER no_note");
  await runner.drain();
  expect(did).toEqual(["did 1"]);
  expect((await only()).finished_at).not.toBeNull();
});

test("a server whose copy of the database stays behind does not work on what it can't read", async () => {
  const it = task(async (n) => void did.push(`did ${n}`));
  await put(it, 1);
  await (await server(it, "a", { catchUp: async () => false })).drain();
  expect([did, (await only()).failure]).toEqual([[], "This server's copy of the database is behind."]);
});

test("a server that stops lets go of what it was doing, as if it had not begun", async () => {
  const it = task(async (_, { signal }) => {
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
      task(async (n) => void did.push(`done ${n}`)),
      "b",
    )
  ).drain();
  expect(did).toEqual(["begun", "done 1", "done 2"]);
});

test("the process that put work on the queue does it soon after, without being asked", async () => {
  const it = task(async (n) => void did.push(`did ${n}`));
  const stop = startQueue([it], async () => "here");
  await sleep(50);
  await put(it, 1);
  await expect.poll(() => did).toEqual(["did 1"]);
  await stop(1_000);
  await put(it, 2);
  await sleep(1_200);
  expect(did).toEqual(["did 1"]);
});
