import { app } from "~/web/app.server";
import { env } from "~/web/env.server";
import { log } from "~/web/log.server";
import { makeRunner, type Runner } from "./runner.server";
import { wokenBy } from "./waking.server";
import type { Work } from "./work.server";

/**
 * Start this process's runner: it looks for work now, whenever it is woken, and once in a while. The answer stops it.
 */
export function startQueue(
  kinds: readonly Work[],
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
  void Promise.all([app(), place()])
    .then(([running, here]) => {
      if (stopped) return;
      const made = makeRunner({ app: running, kinds, place: here });
      runner = made;
      wokenBy(() => made.wake());
      look();
    })
    .catch((error: unknown) => log.error({ err: error }, "the work queue is not started"));
  return async (limitMs) => {
    stopped = true;
    wokenBy(null);
    clearTimeout(timer);
    await runner?.stop(limitMs);
  };
}
