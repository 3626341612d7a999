/**
 * `npx tsx scripts/soak.ts --minutes 10`: simulate readers and writers on two servers with replicas of one primary, all
 * real processes on this machine. Prints their counts and times. Exits with 1 if a response was wrong, if data was lost
 * or created twice, if memory keeps growing after the first third of the time, or if a server with 256 MB of heap uses
 * more than 400 MB.
 */
import "./help.mjs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatSoakResult, runSoak } from "../e2e/edge/support/soak";
import { makeDemoFile } from "./serve";
import { tryBuild } from "./setup.mjs";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error("--minutes takes a number.");
  process.exit(1);
}
if (tryBuild() !== 0) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), "timbertally-soak-"));
try {
  const demo = join(folder, "demo.db");
  await makeDemoFile(demo);
  const run = await runSoak(demo, minutes * 60, console.log);
  console.log(`\n${formatSoakResult(run)}`);
  process.exitCode = run.wrong.length ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
