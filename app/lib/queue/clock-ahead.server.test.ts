import { expect, test } from "vitest";
import { runDueTasks } from "./testing/doing.server";
import { createHeldTask, createRecordingTask, MINUTE, testQueue } from "./testing/queue.server";
import { serversOf, task } from "./testing/servers.server";
import { enqueue } from "./work.server";

/** A clock that was a day ahead for a while and came back: the times it stored must not delay anything. */
const DAY = 1_440 * MINUTE;
const queue = testQueue();
const { app, all, pass, put } = queue;
const { put: putTask, server } = serversOf(queue);

test("recurring work is done at the clock's own time again", async () => {
  const { it, did } = createRecordingTask("each hour", undefined, { every: 60 });
  await put(enqueue(it, { n: 1 }));
  pass(DAY);
  await runDueTasks(app(), [it]);
  pass(-DAY);
  await runDueTasks(app(), [it]);
  expect(did).toEqual([1, 1]);
  // The next time is an hour from now, as ever.
  await runDueTasks(app(), [it]);
  expect(did).toEqual([1, 1]);
  pass(61 * MINUTE);
  await runDueTasks(app(), [it]);
  expect(did).toEqual([1, 1, 1]);
});

test("a try that failed is tried again, and a wait of a day is still a day", async () => {
  let fails = true;
  const { it, did } = createRecordingTask("fails", async () => {
    if (fails) throw new Error("no");
  });
  await put(enqueue(it, { n: 1 }));
  pass(3 * DAY);
  await runDueTasks(app(), [it]);
  pass(-3 * DAY);
  fails = false;
  await runDueTasks(app(), [it]);
  expect(did).toEqual([1, 1]);

  await put(enqueue(it, { n: 2 }, { runAt: new Date(queue.now().getTime() + DAY) }));
  await runDueTasks(app(), [it]);
  expect(did).toEqual([1, 1]);
  pass(DAY);
  await runDueTasks(app(), [it]);
  expect(did).toEqual([1, 1, 2]);
});

test.each([
  { ahead: DAY, taken: true },
  { ahead: 2 * MINUTE, taken: false },
])("a claim by a server that is $ahead ms ahead is taken over: $taken", async ({ ahead, taken }) => {
  const silent = createHeldTask();
  const did: string[] = [];
  const of = (process: string) =>
    task(async () => {
      did.push(process);
      if (process === "ahead") await silent.wait();
    });
  pass(ahead);
  await putTask(of("ahead"), 1);
  const drained = (await server(of("ahead"), "ahead")).drain();
  await expect.poll(() => did).toEqual(["ahead"]);
  pass(-ahead);
  await (await server(of("other"), "other")).drain();
  expect(did).toEqual(taken ? ["ahead", "other"] : ["ahead"]);
  silent.free();
  await drained;
  expect((await all()).every((item) => item.finished_at !== null)).toBe(true);
});
