import { copyFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { anchorNow } from "../app/core/anchors/anchor.server";
import { countNow } from "../app/features/skynet/counts.server";
import { openDatabase } from "../db/client.server";
import { TEST_SECRETS } from "../scripts/serve";
import { databaseOf, workFolder } from "./sets";

/**
 * `npm run bench:running`: what the work of a night takes on copies of the sets, the first time and the night after: the
 * counts of the site, and the signed line over the ends of all chains. Seconds of this process's processor and of the clock,
 * and the longest that anything else had to wait for its turn. `--tickets 10000,1000000`.
 */
const { values: given } = parseArgs({
  options: { tickets: { type: "string", default: "10000,1000000" } },
});
Object.assign(process.env, TEST_SECRETS);
const sizes = given.tickets.split(",").map(Number);
for (const tickets of sizes) databaseOf(tickets);
const folder = workFolder([]);
const NIGHT = "2026-11-20T04:00:00.000Z";
const DAY = 86_400_000;

/** Runs it, and notes how long a turn of the loop came late while it ran. */
async function timed(work: () => Promise<void>) {
  let longest = 0;
  let last = performance.now();
  const ticking = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 5);
    last = performance.now();
  }, 5);
  const [from, at] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(from);
  const clock = performance.now() - at;
  clearInterval(ticking);
  return { cpu: (user + system) / 1e6, clock: clock / 1000, longest };
}

console.log(
  `${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0]?.model.trim()}; Node ${process.versions.node}.\n`,
);
console.log("| work | tickets | processor s | clock s | longest turn, ms |\n|---|---:|---:|---:|---:|");
for (const tickets of sizes) {
  const path = join(folder, `${tickets}.db`);
  copyFileSync(databaseOf(tickets), path);
  const db = await openDatabase({ url: `file:${path}` });
  const night = (n: number) => () => new Date(Date.parse(NIGHT) + n * DAY);
  for (const [name, work] of Object.entries({
    "counts, the first night": () => countNow({ db, now: night(0) }),
    "counts, the night after": () => countNow({ db, now: night(1) }),
    "anchors, the first day": () => anchorNow({ db, now: night(0) }),
    "anchors, the day after": () => anchorNow({ db, now: night(1) }),
  })) {
    const { cpu, clock, longest } = await timed(work);
    console.log(
      `| ${name} | ${tickets.toLocaleString("en-US")} | ${cpu.toFixed(2)} | ${clock.toFixed(2)} | ${longest.toFixed(0)} |`,
    );
  }
  await db.close();
}
