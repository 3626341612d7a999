import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FairQueue, QueueFullError } from "./fair-line";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = { slots: 2, waitingPerAccount: 3, waiting: 6, waitMs: 45_000, restMs: 60_000 };

/** Create a queue whose jobs end on command; `running` lists the current jobs. */
function lineOf() {
  const line = new FairQueue(limits);
  const running: string[] = [];
  const leave = new Map<string, (stopped: boolean) => void>();
  const refused: string[] = [];
  const send = (name: string, account: string, slots?: number) => {
    void line.enter(account, slots).then(
      (over) => {
        running.push(name);
        leave.set(name, over);
      },
      (error: unknown) => refused.push(`${name}: ${error instanceof QueueFullError ? error.why : error}`),
    );
    return vi.advanceTimersByTimeAsync(0);
  };
  const end = (name: string, stopped = false) => {
    running.splice(running.indexOf(name), 1);
    leave.get(name)?.(stopped);
    return vi.advanceTimersByTimeAsync(0);
  };
  return { send, end, running, refused };
}

test("two jobs run at once, but only one per account", async () => {
  const { send, end, running } = lineOf();
  await send("a1", "ann");
  await send("a2", "ann");
  expect(running).toEqual(["a1"]);
  await send("b1", "bob");
  await send("c1", "cy");
  expect(running).toEqual(["a1", "b1"]);
  await end("a1");
  expect(running).toEqual(["b1", "c1"]);
});

test("a free slot goes to the account that has waited longest, not to the one with the most jobs", async () => {
  const { send, end, running } = lineOf();
  await send("a1", "ann");
  await send("b1", "bob");
  for (const name of ["a2", "a3"]) await send(name, "ann");
  await send("c1", "cy");
  await end("a1");
  expect(running).toEqual(["b1", "c1"]);
  await end("c1");
  expect(running).toEqual(["b1", "a2"]);
});

test("a job that needs both slots is not overtaken forever", async () => {
  const { send, end, running } = lineOf();
  await send("a1", "ann");
  await send("big", "bob", 2);
  await send("c1", "cy");
  expect(running).toEqual(["a1"]);
  await end("a1");
  expect(running).toEqual(["big"]);
  await end("big");
  expect(running).toEqual(["c1"]);
});

test("the queue is limited per account and in total", async () => {
  const { send, refused } = lineOf();
  await send("a1", "ann");
  for (const name of ["a2", "a3", "a4", "a5"]) await send(name, "ann");
  expect(refused).toEqual(["a5: account"]);
  await send("b1", "bob");
  for (const who of ["c", "d", "e", "f"]) await send(`${who}1`, who);
  expect(refused).toEqual(["a5: account", "f1: everybody"]);
});

test("a job that waits longer than the limit is refused and keeps no slot", async () => {
  const { send, end, running, refused } = lineOf();
  await send("a1", "ann");
  await send("b1", "bob");
  await send("c1", "cy");
  await vi.advanceTimersByTimeAsync(45_000);
  expect(refused).toEqual(["c1: everybody"]);
  await end("a1");
  await send("d1", "dee");
  expect(running).toEqual(["b1", "d1"]);
});

test("an account whose job was stopped is blocked for a minute, with its other waiting jobs", async () => {
  const { send, end, running, refused } = lineOf();
  await send("a1", "ann");
  await send("a2", "ann");
  await end("a1", true);
  await send("a3", "ann");
  expect([running, refused]).toEqual([[], ["a2: resting", "a3: resting"]]);
  await vi.advanceTimersByTimeAsync(60_000);
  await send("a4", "ann");
  expect(running).toEqual(["a4"]);
});
