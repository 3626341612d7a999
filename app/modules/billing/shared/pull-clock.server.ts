import { onReset } from "~/lib/process-state";

let last = 0;
onReset(() => {
  last = 0;
});

/** Return the start time of a pull, later than each one before it in this process: of two pulls the later one counts. */
export function getStripePullStart(now: Date): string {
  last = Math.max(last + 1, now.getTime());
  return new Date(last).toISOString();
}
