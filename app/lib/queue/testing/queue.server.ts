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

/** The queue of a test file's database: emptied before each test, with a clock that runs ahead as far as a test sets it. */
export function testQueue() {
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
    /** Puts the clock forward. */
    pass: (ms: number) => {
      late += ms;
    },
    app: (): App => ({ db, now, log }),
    db: () => db,
    /** Runs a statement as it is written. */
    run,
    clear,
    put: (...steps: Step[]) => commitSteps(db, steps, {}, null),
    all,
    /** The first item, where there should be one. */
    async only() {
      const [row] = await all();
      if (!row) throw new Error("no item");
      return row;
    },
  };
}

const input = z.strictObject({ n: z.number().int() });
type Input = z.output<typeof input>;

/** A task that records its runs; `act` is what it does in addition. */
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

/** A task that waits until it is released. */
export function createHeldTask() {
  let free = () => {};
  const ended = new Promise<void>((resolve) => {
    free = resolve;
  });
  return { free, wait: () => ended };
}
