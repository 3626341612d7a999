/**
 * `npm run test:mutants`: takes one guard after another out of a copy of the tree and asks whether the test that is
 * named for it turns red. A guard that nothing misses is a guard that the next change may lose.
 * `npm run test:mutants -- NAME` takes only those of a group (`seeing`, a file of
 * `scripts/mutants`), or those whose name contains NAME.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Mutant, mutated, root } from "./mutants/mutant";
import { mutantsNamed } from "./mutants.list";
import { trackedFiles } from "./tracked.mjs";

type Report = {
  numFailedTests: number;
  testResults: { name: string; assertionResults: { title: string; fullName: string; status: string }[] }[];
};

/** The tree as it is now, in a folder of its own; what is installed or fetched is linked, never copied. */
function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-mutants-"));
  for (const path of trackedFiles(root)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(root, ".cache", "sqld"), { recursive: true });
  mkdirSync(join(folder, ".cache"));
  symlinkSync(join(root, ".cache", "sqld"), join(folder, ".cache", "sqld"));
  return folder;
}

/** Runs tests in the copy; null where they could not even be loaded. */
function runTests(folder: string, files: readonly string[], title?: string, minutes = 3): Report | null {
  const output = join(folder, ".cache", "report.json");
  rmSync(output, { force: true });
  const pattern = title ? ["-t", title.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")] : [];
  const chosen = ["--project", "pure", "--project", "file", ...files, ...pattern];
  spawnSync("npx", ["vitest", "run", ...chosen, "--reporter=json", `--outputFile=${output}`], {
    cwd: folder,
    stdio: "ignore",
    timeout: minutes * 60_000,
    // A loop that lost its end must not take the machine's memory: its worker ends, and the test is red.
    env: { ...process.env, NODE_OPTIONS: "--max-old-space-size=1500" },
  });
  return existsSync(output) ? (JSON.parse(readFileSync(output, "utf8")) as Report) : null;
}

/** A test that is red without any mutant, or that no longer exists, would prove nothing. */
function checkBaseline(folder: string, mutants: readonly Mutant[]) {
  const report = runTests(folder, [...new Set(mutants.flatMap((m) => m.tests))], undefined, 20);
  if (!report || report.numFailedTests > 0) {
    const failed = report?.testResults.flatMap((file) => file.assertionResults) ?? [];
    for (const { fullName } of failed.filter(({ status }) => status === "failed")) console.error(fullName);
    console.error(`The tests ${report ? "are red" : "didn't end"} as they stand: make them green first.`);
    process.exit(1);
  }
  const titles = report.testResults.flatMap((file) => file.assertionResults.map((test) => test.fullName));
  const unknown = mutants.filter((m) => m.title && !titles.some((name) => name.includes(m.title ?? "")));
  for (const { name, title } of unknown) console.error(`No test runs for "${name}": ${title}`);
  if (unknown.length) process.exit(1);
}

type Verdict = "killed" | "SURVIVED" | "STALE" | "BROKEN";

function judge(folder: string, mutant: Mutant): Verdict {
  const changed = mutated(mutant, folder);
  if (!changed) return "STALE";
  const path = join(folder, mutant.file);
  writeFileSync(path, changed.after);
  try {
    const report = runTests(folder, mutant.tests, mutant.title);
    if (report && report.numFailedTests > 0) return "killed";
    // A mutant whose tests do not even load shows nothing about the guard.
    return report?.testResults.every((file) => file.assertionResults.length) ? "SURVIVED" : "BROKEN";
  } finally {
    writeFileSync(path, changed.before);
  }
}

const wanted = process.argv.slice(2).join(" ");
const chosen = mutantsNamed(wanted);
if (chosen.length === 0) {
  console.error(`No guard of the list is called "${wanted}".`);
  process.exit(1);
}
const folder = copyTree();
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(1));
checkBaseline(folder, chosen);
const verdicts = new Map<Verdict, number>();
for (const mutant of chosen) {
  const verdict = judge(folder, mutant);
  verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  console.log(`${verdict.padEnd(8)}  ${mutant.name}`);
}
const killed = verdicts.get("killed") ?? 0;
console.log(`\n${killed} of ${chosen.length} killed`);
process.exit(killed === chosen.length ? 0 : 1);
