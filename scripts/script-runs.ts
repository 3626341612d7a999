/**
 * `npm run test:scripts`: which journeys run script that no other journey runs, counted in the browser. Says which of those that
 * the driver of forms asks too needn't be walked in a browser (`@asked`, docs/testing.md), and fails where one that is marked so
 * runs script of its own. Takes eight minutes.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ScriptRun } from "../e2e/support/script-runs";
import { SEEN_ALONE } from "../e2e/support/seen-alone";
import { root } from "./setup.mjs";

/** What one journey does by scripts, over all its contexts: what they post, and which pieces of them run, each as one text. */
type Journey = { name: string; title: string; file: string; took: number; does: Set<string> };

function journeysOf(lines: string): Journey[] {
  const found = new Map<string, Journey>();
  for (const line of lines.split("\n").filter(Boolean)) {
    const run: ScriptRun = JSON.parse(line);
    const name = `${run.file}: ${run.title}`;
    if (!run.passed) console.log(`Failed, and counted as far as it came: ${name}`);
    const journey = found.get(name) ?? { name, title: run.title, file: run.file, took: 0, does: new Set() };
    found.set(name, journey);
    journey.took += run.took;
    for (const path of run.posted) journey.does.add(`posts by script to ${path}`);
    for (const [script, pieces] of Object.entries(run.ran))
      for (const piece of pieces) journey.does.add(`${script} ${piece}`);
  }
  return [...found.values()];
}

const folder = mkdtempSync(join(tmpdir(), "timbertally-script-runs-"));
const file = join(folder, "runs.jsonl");
const walked = spawnSync(
  join(root, "node_modules", ".bin", "playwright"),
  ["test", "--project=script", "--retries=0", "--reporter=dot"],
  { cwd: root, stdio: "inherit", env: { ...process.env, SCRIPT_RUNS: file } },
);
const journeys = journeysOf(readFileSync(file, "utf8"));
rmSync(folder, { recursive: true, force: true });
if (walked.status !== 0) console.log("Some journeys failed: what they run beyond that isn't counted.");

const isAsked = ({ title }: Journey) => title.includes("@asked");
const isDriven = ({ title, file }: Journey) =>
  !/@script|@seen|@both/.test(title) && !SEEN_ALONE.includes(`e2e/${file}`);
const times = new Map<string, number>();
const count = (journey: Journey, by: number) => {
  for (const one of journey.does) times.set(one, (times.get(one) ?? 0) + by);
};
for (const journey of journeys) if (!isAsked(journey)) count(journey, 1);

/** A few of the things that it alone does; of scripts their names. */
const said = (own: string[]) =>
  [...new Set(own.map((one) => one.replace(/^\/assets\/(.*)-[\w-]{8}\.js \d+$/, "runs $1")))]
    .slice(0, 4)
    .join("; ");

let isWrong = false;
for (const journey of journeys.filter(isAsked)) {
  const own = [...journey.does].filter((one) => !times.get(one));
  if (!own.length) continue;
  isWrong = true;
  console.log(`Is to be walked in a browser: ${journey.name} (${said(own)})`);
}
// The longest first: what it does is then left to those that stay.
let saved = 0;
for (const journey of journeys
  .filter((one) => !isAsked(one) && isDriven(one))
  .sort((a, b) => b.took - a.took)) {
  if ([...journey.does].some((one) => times.get(one) === 1)) continue;
  count(journey, -1);
  saved += journey.took;
  console.log(`Runs no script of its own: ${journey.name}`);
}
console.log(`${journeys.length} journeys; the last ones took ${Math.round(saved / 1000)} s of two workers.`);
process.exit(isWrong ? 1 : 0);
