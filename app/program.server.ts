import { CannotOpen } from "#db/database";
import { checkSchema } from "#db/schema-check.server";
import { resumeRuns, resumeStalled } from "~/features/bulk/runner.server";
import { carryOnExports, sweepOldExports } from "~/features/exports/runs.server";
import { app } from "~/web/app.server";
import { env } from "~/web/env.server";
import { log } from "~/web/log.server";
import { nearRoutes } from "~/web/near-routes";
import { isAway } from "~/web/unavailable.server";
import { sweepOwnStore } from "./core/files/settle.server";
import { storeName } from "./core/files/store.server";
import { deliverOutbox, restOutbox } from "./core/outbox/deliver.server";
import { watchOverOutbox } from "./core/outbox/watch.server";
import { startQueue } from "./core/work/queue.server";
import { sweepOver } from "./core/work/sweeping.server";
import type { Work } from "./core/work/work.server";

const MINUTE = 60_000;

/** Open the database and hold its schema against this build's. Where that cannot be done, say why and end the process. */
async function open() {
  try {
    const running = await app();
    await checkSchema(running.db.read).catch((error: unknown) => {
      // A server elsewhere may come later than this one; /readyz says when.
      if (!isAway(error)) throw error;
      log.warn("the database does not answer yet, so its schema has not been checked");
    });
    return running;
  } catch (error) {
    if (error instanceof CannotOpen) log.fatal(error.message);
    else log.fatal({ err: error }, "the database cannot be opened");
    process.exit(1);
  }
}

/** All kinds of work that this program does from the queue. */
const WORK: readonly Work[] = [sweepOver, sweepOwnStore, sweepOldExports, watchOverOutbox];

/** What runs beside the requests: at the start, and then again after so many milliseconds. */
const BESIDE: readonly { name: string; every: number; run(): Promise<void> }[] = [
  {
    // Acts on many tickets and exports that broke off, here or on a server that ended, go on.
    name: "runs",
    every: MINUTE,
    async run() {
      const running = await app();
      await resumeStalled(running.db);
      await carryOnExports(running, { fresh: false });
    },
  },
  {
    // Send mail and texts that are due.
    name: "outbox",
    every: MINUTE,
    run: deliverOutbox,
  },
];

/** Start what runs beside the requests; the answer stops it and waits for what is under way. */
function startBeside(): () => Promise<void> {
  const failed = (name: string) => (error: unknown) =>
    log.warn({ err: error, work: name }, "work beside failed");
  const timers = BESIDE.map(({ name, every, run }) =>
    setInterval(() => run().catch(failed(name)), every).unref(),
  );
  const stopQueue = startQueue(WORK, storeName);
  // Resume what the previous process had begun.
  app()
    .then(({ db }) => resumeRuns(db))
    .catch(failed("runs"));
  void deliverOutbox();
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all([restOutbox(10_000), stopQueue(10_000)]);
  };
}

/**
 * What the server asks of the program. It is part of the build, so a process has one copy of everything: one database,
 * one log, one queue.
 */
export const program = { env, log, open, startBeside, nearRoutes };
export type Program = typeof program;
