import { afterEach, beforeAll } from "vitest";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { backgroundJob } from "#db/schema";
import { openTestDatabase } from "#db/testing/test-database";
import type { App } from "~/web/app.server";
import { commitSteps } from "~/web/commit.server";
import { log } from "~/web/log.server";
import type { Step } from "~/web/procedure";
import { defineTask, type Task } from "../work.server";

export const MINUTE = 60_000;

/** Set up the queue of a test file's database: it is emptied after each test, and a test can set its clock ahead. */
export function setUpTestQueue() {
  let db: Database;
  let late = 0;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  const run = (sql: string) => db.batch([{ sql, params: [] }]);
  const clear = () => run("DELETE FROM background_job");
  afterEach(async () => {
    late = 0;
    await clear();
  });
  const now = () => new Date(Date.now() + late);
  const all = () => db.read.select().from(backgroundJob).orderBy(backgroundJob.id);
  return {
    now,
    /** Move the clock ahead. */
    pass: (ms: number) => {
      late += ms;
    },
    app: (): App => ({ db, now, log }),
    db: () => db,
    /** Run an SQL statement. */
    run,
    clear,
    put: (...steps: Step[]) => commitSteps(db, steps, {}, null),
    all,
    /** Return the first item; throw if there is none. */
    async only() {
      const [row] = await all();
      if (!row) throw new Error("no item");
      return row;
    },
  };
}

const input = z.strictObject({ n: z.number().int() });
type Input = z.output<typeof input>;

/** Create a task that records its runs; `act` is run in addition. */
export function createRecordingTask(
  name: string,
  act?: Task<typeof input>["run"],
  more: Partial<Task<typeof input>> = {},
) {
  const did: number[] = [];
  const it = defineTask({
    name,
    input,
    async run(app, input: Input, doing) {
      did.push(input.n);
      await act?.(app, input, doing);
    },
    ...more,
  });
  return { it, did };
}

/** Return `wait`, which returns a promise, and `free`, which resolves that promise. */
export function createGate() {
  let free = () => {};
  const ended = new Promise<void>((resolve) => {
    free = resolve;
  });
  return { free, wait: () => ended };
}
