import { onTestFinished } from "vitest";
import { z } from "zod";
import { type Database, openDatabase } from "#db/client.server";
import { getTestDatabaseUrl } from "#db/testing/test-database";
import type { App } from "~/web/app.server";
import { log } from "~/web/log.server";
import { createRunner } from "../runner.server";
import { buildEnqueueStep, defineTask, type Task, type TaskContext } from "../work.server";
import type { setUpTestQueue } from "./queue.server";

const quiet = log.child({}, { level: "silent" });

/** Create a task named `act` with the given `run`. */
export const createTask = (
  run: (n: number, doing: TaskContext, app: App) => Promise<void>,
  more: Partial<Pick<Task, "lease" | "atOnce" | "attempts">> = {},
): Task =>
  defineTask({
    name: "act",
    input: z.strictObject({ n: z.number() }),
    run: (app, { n }, doing) => run(n, doing, app),
    ...more,
  });

/** Create servers for a test's queue, each with its own connection, and queue items for them. */
export const createTestServers = (queue: ReturnType<typeof setUpTestQueue>) => ({
  put: (it: Task, ...numbers: number[]) => queue.put(...numbers.map((n) => buildEnqueueStep(it, { n }))),
  async server(it: Task, process: string, own?: Partial<Database>) {
    const other = await openDatabase({ url: getTestDatabaseUrl() });
    onTestFinished(() => other.close());
    const app: App = { db: { ...other, ...own }, now: queue.now, log: quiet };
    return createRunner({ app, kinds: [it], place: process, process });
  },
});

/** Waits so long. */
export const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
