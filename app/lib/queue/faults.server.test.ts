import { beforeEach, expect, test } from "vitest";
import { startQueue } from "./queue.server";
import { MINUTE, setUpTestQueue } from "./testing/queue.server";
import { createTask, createTestServers, sleep } from "./testing/servers.server";

const queue = setUpTestQueue();
const { all, only, pass, run } = queue;
const { put, server } = createTestServers(queue);
let did: string[] = [];
beforeEach(() => {
  did = [];
});

test("abandons an item if the server died in each of its attempts", async () => {
  await put(
    createTask(async () => {}),
    1,
  );
  await run("UPDATE background_job SET attempts = 8");
  await (
    await server(
      createTask(async () => void did.push("no")),
      "a",
    )
  ).drain();
  expect(did).toEqual([]);
  expect(await only()).toMatchObject({ failure: expect.stringContaining("stopped"), claimed_by: null });
  expect((await only()).failed_at).not.toBeNull();
});

test("a runner resumes after the database was unavailable", async () => {
  const it = createTask(async (n) => void did.push(`did ${n}`));
  await put(it, 1);
  const rename = (from: string, to: string) => run(`ALTER TABLE ${from} RENAME TO ${to}`);
  const runner = await server(it, "a");
  await rename("background_job", "away");
  await runner.drain();
  await rename("away", "background_job");
  await runner.drain();
  expect(did).toEqual(["did 1"]);
});

test("a server does not rerun an item whose completion it could not record", async () => {
  const it = createTask(async (n) => void did.push(`did ${n}`));
  await put(it, 1);
  const runner = await server(it, "a");
  await run(
    "CREATE TRIGGER no_note BEFORE UPDATE OF finished_at ON background_job BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  await runner.drain();
  await runner.drain();
  expect([did, (await only()).finished_at]).toEqual([["did 1"], null]);
  // The lease expires, and the same server claims the item again.
  pass(6 * MINUTE);
  await runner.drain();
  await run("DROP TRIGGER no_note");
  await runner.drain();
  expect(did).toEqual(["did 1"]);
  expect((await only()).finished_at).not.toBeNull();
});

test("a server whose database copy is behind does not run the item", async () => {
  const it = createTask(async (n) => void did.push(`did ${n}`));
  await put(it, 1);
  await (await server(it, "a", { catchUp: async () => false })).drain();
  expect([did, (await only()).failure]).toEqual([[], "This server's copy of the database is behind."]);
});

test("a stopping server releases its items as if they had not started", async () => {
  const it = createTask(async (_, { signal }) => {
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
      createTask(async (n) => void did.push(`done ${n}`)),
      "b",
    )
  ).drain();
  expect(did).toEqual(["begun", "done 1", "done 2"]);
});

test("the process that queues an item runs it soon after, without a separate wake call", async () => {
  const it = createTask(async (n) => void did.push(`did ${n}`));
  const stop = startQueue([it], async () => "here");
  await sleep(50);
  await put(it, 1);
  await expect.poll(() => did).toEqual(["did 1"]);
  await stop(1_000);
  await put(it, 2);
  await sleep(1_200);
  expect(did).toEqual(["did 1"]);
});
