import { getApp } from "~/web/app.server";
import { env } from "~/web/env.server";
import { log } from "~/web/log.server";
import { createRunner, type Runner } from "./runner.server";
import { subscribeWake } from "./waking.server";
import type { Task } from "./work.server";

/** Start this process's runner: it looks for work now, when woken, and periodically. Returns its stop function. */
export function startQueue(
  kinds: readonly Task[],
  place: () => Promise<string>,
): (limitMs: number) => Promise<void> {
  let runner: Runner | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const look = () => {
    runner?.wake();
    // Up to twice as long, so that servers don't all look at the same moment.
    timer = setTimeout(look, env().WORK_LOOK_SECONDS * 1_000 * (1 + Math.random())).unref();
  };
  void Promise.all([getApp(), place()])
    .then(([running, here]) => {
      if (stopped) return;
      const created = createRunner({ app: running, kinds, place: here });
      runner = created;
      subscribeWake(() => created.wake());
      look();
    })
    .catch((error: unknown) => log.error({ err: error }, "the work queue is not started"));
  return async (limitMs) => {
    stopped = true;
    subscribeWake(null);
    clearTimeout(timer);
    await runner?.stop(limitMs);
  };
}
