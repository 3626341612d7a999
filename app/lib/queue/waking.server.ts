import { randomUUID } from "node:crypto";
import { onReset } from "~/lib/process-state";

/** Name of this process in its claims; a restarted process is a different one. */
export const PROCESS_ID: string = randomUUID();

/** Time for the commit of a new item to finish. */
const SOON_MS = 1_000;

let waker: (() => void) | null = null;
let waking: NodeJS.Timeout | undefined;

/** Set the function that looks for work in this process when woken; null when there is none. */
export function subscribeWake(wake: (() => void) | null): void {
  waker = wake;
  clearTimeout(waking);
  waking = undefined;
}

onReset(() => subscribeWake(null));

/** Look for work now, without waiting for it. */
export function wakeRunner(): void {
  waker?.();
}

/** Look for work once the current commit has had time to end. */
export function wakeRunnerSoon(): void {
  if (waking || !waker) return;
  waking = setTimeout(() => {
    waking = undefined;
    wakeRunner();
  }, SOON_MS).unref();
}
