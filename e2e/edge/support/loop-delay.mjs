/**
 * Loaded before the server (`--import`): each SIGUSR2 writes the longest time that the event loop stood still since
 * the last one, in milliseconds, into the file that LOOP_DELAY_FILE names.
 */
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION = 5;
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
histogram.enable();
process.on("SIGUSR2", () => {
  const ms = (ns) => Math.max(0, Math.round(ns / 1e5) / 10 - RESOLUTION);
  writeFileSync(
    process.env.LOOP_DELAY_FILE,
    JSON.stringify({ max: ms(histogram.max), p99: ms(histogram.percentile(99)), count: histogram.count }),
  );
  histogram.reset();
});
