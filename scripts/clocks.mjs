/**
 * Run the tests at awkward hours and in other zones, so that no test depends on when or where it runs:
 *
 *   node scripts/clocks.mjs                       unit and database (file) tests, every clock below
 *   node scripts/clocks.mjs --browser          the journeys as well, in the browser and by the driver of forms (long)
 *   node scripts/clocks.mjs --only leap        the clocks with "leap" in their name
 *   node scripts/clocks.mjs --only leap e2e/exchange.spec.ts
 *
 * The clock is moved by libfaketime (Debian's package, installed here where this is root). It keeps running from the given
 * moment, so a run that starts five minutes before the clocks change runs across the change.
 */
import "./help.mjs";
import { existsSync } from "node:fs";
import { root, run, tryBuild } from "./setup.mjs";

const CLOCKS = [
  { name: "late evening", zone: "America/Detroit", at: "2026-11-17 23:50:00" },
  { name: "month's end", zone: "America/Detroit", at: "2026-11-30 23:58:00" },
  { name: "year's end", zone: "America/Los_Angeles", at: "2026-12-31 23:58:00" },
  { name: "leap day", zone: "UTC", at: "2028-02-29 12:00:00" },
  { name: "clocks go forward", zone: "America/Detroit", at: "2027-03-14 01:58:00" },
  { name: "clocks go back", zone: "America/Detroit", at: "2027-11-07 01:58:00" },
  { name: "ahead of UTC", zone: "Pacific/Auckland", at: "2026-11-18 00:10:00" },
];

const PLACES = [
  "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
  "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
];
const library = () => PLACES.find((path) => existsSync(path));

if (!library() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
  run("apt-get", ["update", "-qq"]);
  run("apt-get", ["install", "-y", "-qq", "libfaketime"]);
}
const preload = library();
if (!preload) {
  console.error("libfaketime is missing. On Debian: apt-get install libfaketime");
  process.exit(1);
}

const given = process.argv.slice(2);
const only = given.includes("--only") ? given[given.indexOf("--only") + 1] : "";
const files = given.filter((word) => /\.(test|spec)\.tsx?$/.test(word));
const browser = given.includes("--browser") || files.some((file) => file.startsWith("e2e/"));
if (browser && tryBuild() !== 0) process.exit(1);

const failed = [];
for (const { name, zone, at } of CLOCKS.filter((clock) => clock.name.includes(only ?? ""))) {
  const env = {
    ...process.env,
    TZ: zone,
    LD_PRELOAD: preload,
    FAKETIME: `@${at}`,
    // Timers stay real: only the hour is another.
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
  const unit = files.filter((file) => !file.startsWith("e2e/"));
  const journeys = files.filter((file) => file.startsWith("e2e/"));
  const tiers = [
    ...(unit.length || !files.length
      ? [["vitest", "run", "--project", "pure", "--project", "file", "--reporter=dot", ...unit]]
      : []),
    ...(browser ? [["vitest", "run", "--project", "journeys", "--reporter=dot", ...journeys]] : []),
    ...(browser ? [["playwright", "test", "--reporter=dot", ...journeys]] : []),
  ];
  for (const args of tiers) {
    console.log(`\n== ${name}: ${at} in ${zone}, ${args[0]} ==`);
    if (run("npx", args, { cwd: root, env }) !== 0) failed.push(`${name} (${args[0]})`);
  }
}
for (const name of failed) console.log(`FAILED at ${name}`);
process.exit(failed.length ? 1 : 0);
