import { app } from "~/web/app.server";
import { log } from "~/web/log.server";
import { makeRunner, type Runner } from "./runner.server";
import { wokenBy } from "./waking.server";
import type { Work } from "./work.server";

/** Work that another process put on the queue is found within so many milliseconds, and half as many more. */
const LOOK_EVERY = 20_000;

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
    // Not all servers at the same moment.
    timer = setTimeout(look, LOOK_EVERY * (1 + Math.random())).unref();
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
