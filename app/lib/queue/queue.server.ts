import { getApp } from "~/web/app.server";
import { env } from "~/web/env.server";
import { log } from "~/web/log.server";
import { createRunner, type Runner } from "./runner.server";
import { setWakeHandler } from "./waking.server";
import type { Task } from "./work.server";

/**
 * Start this process's runner, which looks for work now, when woken, and periodically. Return the function that stops
 * it.
 */
export function startQueue(
  kinds: readonly Task[],
  place: () => Promise<string>,
): (limitMs: number) => Promise<void> {
  let runner: Runner | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const look = () => {
    runner?.wake();
    // Wait up to twice as long, so that servers don't all look at the same moment.
    timer = setTimeout(look, env().WORK_LOOK_SECONDS * 1_000 * (1 + Math.random())).unref();
  };
  void Promise.all([getApp(), place()])
    .then(([running, here]) => {
      if (stopped) return;
      const created = createRunner({ app: running, kinds, place: here });
      runner = created;
      setWakeHandler(() => created.wake());
      look();
    })
    .catch((error: unknown) => log.error({ err: error }, "the work queue is not started"));
  return async (limitMs) => {
    stopped = true;
    setWakeHandler(null);
    clearTimeout(timer);
    await runner?.stop(limitMs);
  };
}
