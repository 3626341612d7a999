/**
 * How much the tests hold, tier by tier: files, tests and assertions as they are written. `node scripts/assertions.mjs
 * REVISION` counts at another revision, so that a change of the tests can be held against what was there before.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";
import { trackedFiles } from "./tracked.mjs";

const TIERS = [
  ["browser", /^e2e\/.*\.spec\.ts$/],
  ["HTTP", /^http\/.*\.test\.ts$/],
  ["edge", /^edge\/.*\.test\.ts$/],
  ["database", /\.server\.test\.tsx?$/],
  ["pure", /\.test\.tsx?$/],
];

const [revision] = process.argv.slice(2);
const git = (...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
const files = revision ? git("ls-tree", "-r", "--name-only", "-z", revision).split("\0") : trackedFiles(root);
const read = (file) =>
  revision ? git("show", `${revision}:${file}`) : readFileSync(join(root, file), "utf8");

const count = (text, pattern) => text.match(pattern)?.length ?? 0;

const tiers = Object.fromEntries(TIERS.map(([name]) => [name, { files: 0, tests: 0, assertions: 0 }]));
for (const file of files) {
  const tier = TIERS.find(([, pattern]) => pattern.test(file))?.[0];
  if (!tier) continue;
  const text = read(file);
  tiers[tier].files++;
  tiers[tier].tests += count(text, /^\s*(test|it)(\.each\(|\()/gm);
  // A fault that is put on a list counts like the expectation that the list is empty.
  tiers[tier].assertions +=
    count(text, /\bexpect(\.soft|\.poll)?\(/g) + count(text, /\b(faults|wrong)\.push\(/g);
}
const all = Object.values(tiers).reduce((sum, tier) => ({
  files: sum.files + tier.files,
  tests: sum.tests + tier.tests,
  assertions: sum.assertions + tier.assertions,
}));
console.table({ ...tiers, all });
