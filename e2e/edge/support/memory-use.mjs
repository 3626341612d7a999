/**
 * Loaded before the server (`--import`): each SIGUSR2 collects what is garbage and adds what is still held, and the most
 * that the process has ever held, in MB, to the file that MEMORY_FILE names, a line each.
 */
import { appendFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
process.on("SIGUSR2", () => {
  const mb = (bytes) => Math.round(bytes / 1e5) / 10;
  // In kilobytes.
  const peak = mb(process.resourceUsage().maxRSS * 1024);
  collect();
  const { rss, heapUsed } = process.memoryUsage();
  appendFileSync(process.env.MEMORY_FILE, `${JSON.stringify({ rss: mb(rss), heap: mb(heapUsed), peak })}\n`);
});
