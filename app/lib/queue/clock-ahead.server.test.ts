import { expect, test } from "vitest";
import { runDueTasks } from "./testing/doing.server";
import { createGate, createRecordingTask, MINUTE, setUpTestQueue } from "./testing/queue.server";
import { createTask, createTestServers } from "./testing/servers.server";
import { buildEnqueueStep } from "./work.server";

/** Tests of a clock that ran a day ahead and was set back: times stored before that must delay nothing. */
const DAY = 1_440 * MINUTE;
const queue = setUpTestQueue();
const { app, all, pass, put } = queue;
const { put: putTask, server } = createTestServers(queue);

test("runs recurring work on schedule again after the clock is set back", async () => {
  const { it, did } = createRecordingTask("each hour", undefined, { every: 60 });
  await put(buildEnqueueStep(it, { n: 1 }));
  pass(DAY);
  await runDueTasks(app(), [it]);
  pass(-DAY);
  await runDueTasks(app(), [it]);
  expect(did).toEqual([1, 1]);
  // The next run is an hour from now, as usual.
  await runDueTasks(app(), [it]);
  expect(did).toEqual([1, 1]);
  pass(61 * MINUTE);
  await runDueTasks(app(), [it]);
  expect(did).toEqual([1, 1, 1]);
});

test("retries a failed attempt after the clock is set back; a one-day wait still lasts a day", async () => {
  let fails = true;
  const { it, did } = createRecordingTask("fails", async () => {
    if (fails) throw new Error("no");
  });
  await put(buildEnqueueStep(it, { n: 1 }));
  pass(3 * DAY);
  await runDueTasks(app(), [it]);
  pass(-3 * DAY);
  fails = false;
  await runDueTasks(app(), [it]);
  expect(did).toEqual([1, 1]);

  await put(buildEnqueueStep(it, { n: 2 }, { runAt: new Date(queue.now().getTime() + DAY) }));
  await runDueTasks(app(), [it]);
  expect(did).toEqual([1, 1]);
  pass(DAY);
  await runDueTasks(app(), [it]);
  expect(did).toEqual([1, 1, 2]);
});

test.each([
  { ahead: DAY, taken: true },
  { ahead: 2 * MINUTE, taken: false },
])("another server takes over a lease made by a clock $ahead ms ahead: $taken", async ({ ahead, taken }) => {
  const silent = createGate();
  const did: string[] = [];
  const of = (process: string) =>
    createTask(async () => {
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
