import type { z } from "zod";
import type { App } from "~/web/app.server";
import { createRunner } from "../runner.server";
import { PROCESS_ID } from "../waking.server";
import type { Task } from "../work.server";

/** Run a task immediately, regardless of the queue. */
export const runTaskNow = <I extends z.ZodObject>(it: Task<I>, app: App, input: z.output<I>): Promise<void> =>
  it.run(app, input, {
    heartbeat: async () => {},
    signal: new AbortController().signal,
    attempt: 1,
    failure: null,
    note: () => {},
  });

/** Run all due items of these tasks, as this process or as another one. */
export const runDueTasks = (app: App, kinds: readonly Task[], process = PROCESS_ID): Promise<void> =>
  createRunner({ app, kinds, place: "here", process }).drain();
