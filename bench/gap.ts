import { existsSync, readFileSync } from "node:fs";

const TIMES = "/proc/thread-self/schedstat";
/** Milliseconds that this thread has had of the processor, where the system says so; elsewhere those of the clock. */
const ofThisThread = () =>
  existsSync(TIMES) ? Number(readFileSync(TIMES, "utf8").split(" ")[0]) / 1e6 : performance.now();

/**
 * The longest time that nobody else is served, in milliseconds, from now until the answer is called. It is counted in the time
 * that this thread has of the processor, since other work on the machine would be counted by the clock.
 */
export function longestGap() {
  let [gap, last] = [0, ofThisThread()];
  const turns = setInterval(() => {
    const at = ofThisThread();
    gap = Math.max(gap, at - last);
    last = at;
  }, 1);
  return async () => {
    await new Promise((done) => setTimeout(done, 20));
    clearInterval(turns);
    return gap;
  };
}
