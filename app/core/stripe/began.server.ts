import { whenForgotten } from "#db/outliving";

let last = 0;
whenForgotten(() => {
  last = 0;
});

/** When a pull begins, later than each one before it in this process: of two pulls the later one counts. */
export function began(now: Date): string {
  last = Math.max(last + 1, now.getTime());
  return new Date(last).toISOString();
}
