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

/** How a journey is gone through, by what its title or that of its group is marked with (docs/testing.md). */
const WAYS = {
  "in the browser, with script": (marks) => !marks.has("asked"),
  "in the browser, without": (marks) =>
    !marks.has("script") && !marks.has("asked") && (driven ? marks.has("seen") || marks.has("both") : true),
  "by the driver of forms": (marks) => driven && !marks.has("script") && !marks.has("seen"),
};
const driven = files.some((file) => file.startsWith("http/driver/"));
const ways = Object.fromEntries(Object.keys(WAYS).map((name) => [name, { tests: 0, assertions: 0 }]));
for (const file of files.filter((name) => TIERS[0]?.[1].test(name))) {
  let group = "";
  for (const part of read(file).split(/^(?=\s*test(?:\.describe)?\(\s*["`])/m)) {
    if (/^test\.describe\(/.test(part)) group = part;
    else if (/^test\(/.test(part)) group = "";
    if (!/^\s*test\(/.test(part)) continue;
    const marks = new Set(`${titleOf(group)} ${titleOf(part)}`.match(/(?<=@)\w+/g));
    for (const [name, goes] of Object.entries(WAYS)) {
      if (!goes(marks)) continue;
      ways[name].tests++;
      ways[name].assertions += count(part, /\bexpect(\.soft|\.poll)?\(/g);
    }
  }
}
console.log("Of the journeys, as they are gone through:");
console.table(ways);

function titleOf(text) {
  return text.slice(0, text.indexOf("\n"));
}
