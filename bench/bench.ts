import { readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { hasBetterSqlite } from "../db/bulk/better-sqlite";
import { tryBuild } from "../scripts/setup.mjs";
import { peakMemory } from "./children";
import { compareAgain, compareReads, compareWrites, type Subject, subjectOf } from "./compare";
import { measureGrowth } from "./growth";
import { CONNECTIONS } from "./load";
import { type Run, report, withReport } from "./report";
import { databaseOf } from "./sets";

/**
 * `npm run bench`: the pages and changes that matter most, measured for the app, for plain Remix with constant data,
 * and for a bare Node server with the same statements; in one run, all taking turns, so that the machine's noise
 * meets all alike. Ratios count, not absolute figures. Other work on the machine comes in bursts of a second or a few, so turns
 * are many and short, and what is compared was measured within one second.
 *
 * `--tickets 10000,100000,1000000`, `--rounds 12`, `--answers 40`, `--warm 1200` answers of each page before any is counted, since
 * production's servers have compiled what they run; `--only job,map` for the pages whose name has one of these; `--reads` leaves
 * out the changes and how times grow; `--write` puts the outcome into docs/benchmarks.md.
 */
const { values: given } = parseArgs({
  options: {
    tickets: { type: "string", default: "10000,100000,1000000" },
    rounds: { type: "string", default: "12" },
    answers: { type: "string", default: "40" },
    warm: { type: "string", default: "1200" },
    only: { type: "string", default: "" },
    reads: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const sizes = given.tickets.split(",").map((size) => whole("tickets", size));
const effort = {
  rounds: whole("rounds", given.rounds),
  answers: whole("answers", given.answers),
  warm: whole("warm", given.warm),
};
if (!hasBetterSqlite()) fail("The benchmark needs better-sqlite3. Run: npm rebuild better-sqlite3");
if (tryBuild() !== 0) fail("The app could not be built.");

const stops: (() => unknown)[] = [];
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
try {
  const text = report(await measure(), new Date());
  console.log(`\n${text}`);
  if (given.write) {
    const docs = fileURLToPath(new URL("../docs/benchmarks.md", import.meta.url));
    writeFileSync(docs, withReport(readFileSync(docs, "utf8"), text));
  }
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function measure(): Promise<Run> {
  const run: Run = {
    ...effort,
    connections: CONNECTIONS,
    reads: [],
    again: [],
    writes: [],
    grown: [],
    peaks: [],
  };
  const subjects: Subject[] = [];
  for (const tickets of sizes) {
    const subject = await subjectOf(tickets, databaseOf(tickets), stops, given.only);
    subjects.push(subject);
    run.reads.push(...(await compareReads(subject, effort)));
    run.again.push(...(await compareAgain(subject, effort)));
    if (given.reads) continue;
    run.writes.push(...(await compareWrites(subject, effort)));
  }
  if (!given.reads) run.grown = await measureGrowth(subjects, effort);
  run.reads = byPage(run.reads);
  run.again = byPage(run.again);
  run.writes = byPage(run.writes);
  run.peaks = subjects.map(({ tickets, app, set }) => ({
    tickets,
    megabytes: peakMemory(app.child.pid),
    database: Math.round(statSync(set).size / 1e6),
  }));
  return run;
}

/** A page's sizes one below the other, the pages in the order in which they were measured. */
function byPage<T extends { what: string }>(measured: T[]): T[] {
  const pages = [...new Set(measured.map(({ what }) => what))];
  return pages.flatMap((page) => measured.filter(({ what }) => what === page));
}

function whole(name: string, value: string): number {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : fail(`--${name} takes whole numbers.`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
