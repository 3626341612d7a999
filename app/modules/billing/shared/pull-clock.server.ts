import { onReset } from "~/lib/process-state";

let last = 0;
onReset(() => {
  last = 0;
});

/**
 * Return the start time of a fetch, always later than the previous one in this process, so that the newest fetch takes
 * precedence.
 */
export function getStripePullStart(now: Date): string {
  last = Math.max(last + 1, now.getTime());
  return new Date(last).toISOString();
}
