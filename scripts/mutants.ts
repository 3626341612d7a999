/**
 * `tsx scripts/mutants.ts [NAME]`: in a copy of the source tree, remove one guard at a time and check that the tests
 * listed for it fail. NAME selects the mutants whose names contain it.
 */
import "./help.mjs";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { applyMutant, type Mutant } from "./mutants/mutant";
import { MUTANTS } from "./mutants/mutants";
import { root } from "./setup.mjs";
import { trackedFiles } from "./tracked.mjs";

const MAX_TEST_MINUTES = 3;

/** Copy the current tree, with links to the installed packages. */
function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-mutants-"));
  for (const path of trackedFiles(root)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

function testsPass(folder: string, { tests, title }: Mutant): boolean {
  const pattern = title ? ["-t", title.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")] : [];
  const args = ["vitest", "run", "--project", "pure", "--project", "file", ...tests, ...pattern];
  return (
    spawnSync("npx", args, { cwd: folder, stdio: "ignore", timeout: MAX_TEST_MINUTES * 60_000 }).status === 0
  );
}

function judge(folder: string, mutant: Mutant): "killed" | "SURVIVED" | "FAILS WITHOUT IT" {
  const change = applyMutant(mutant, folder);
  if (!change || !testsPass(folder, mutant)) return "FAILS WITHOUT IT";
  writeFileSync(join(folder, mutant.file), change.after);
  const survived = testsPass(folder, mutant);
  writeFileSync(join(folder, mutant.file), change.before);
  return survived ? "SURVIVED" : "killed";
}

const words = process.argv.slice(2).join(" ").toLowerCase();
const chosen = MUTANTS.filter(({ name }) => name.toLowerCase().includes(words));
const folder = copyTree();
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(1));
let killed = 0;
for (const mutant of chosen) {
  const verdict = judge(folder, mutant);
  if (verdict === "killed") killed++;
  console.log(`${verdict.padEnd(16)}  ${mutant.name}`);
}
console.log(`\n${killed} of ${chosen.length} killed`);
process.exit(chosen.length > 0 && killed === chosen.length ? 0 : 1);
