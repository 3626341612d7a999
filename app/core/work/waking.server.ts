import { randomUUID } from "node:crypto";
import { whenForgotten } from "#db/outliving";

/** What this process is called where it claims work; a process that starts again is another one. */
export const PROCESS: string = randomUUID();

/** Time for the commit that a new item belongs to. */
const SOON_MS = 1_000;

let waker: (() => void) | null = null;
let waking: NodeJS.Timeout | undefined;

/** Say who looks for work in this process when it is woken; null when nobody does any more. */
export function wokenBy(wake: (() => void) | null): void {
  waker = wake;
  clearTimeout(waking);
  waking = undefined;
}

whenForgotten(() => wokenBy(null));

/** Look for work now, without anybody waiting for it. */
export function wakeWork(): void {
  waker?.();
}

/** Look for work once the commit under way has had time to end. */
export function wakeWorkSoon(): void {
  if (waking || !waker) return;
  waking = setTimeout(() => {
    waking = undefined;
    wakeWork();
  }, SOON_MS).unref();
}
