import { randomUUID } from "node:crypto";
import { onReset } from "~/lib/process-state";

/** Identifier of this process in its leases; a restarted process has a different one. */
export const PROCESS_ID: string = randomUUID();

/** Time allowed for the commit of a new item to finish. */
const SOON_MS = 1_000;

let waker: (() => void) | null = null;
let waking: NodeJS.Timeout | undefined;

/** Set the function that looks for work when this process is woken; null if this process has no runner. */
export function setWakeHandler(wake: (() => void) | null): void {
  waker = wake;
  clearTimeout(waking);
  waking = undefined;
}

onReset(() => setWakeHandler(null));

/** Look for work now; don't wait for the work to finish. */
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
