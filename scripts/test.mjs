/**
 * `npm test`: installs what is missing and runs everything that CI runs. The last line sums up all tiers.
 * `npm run validate` is the same without the installing.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { checkNode, install, installChromium, root, run, tryBuild } from "./setup.mjs";

checkNode();
if (!process.argv.includes("--installed")) {
  install();
  installChromium();
}
// Nothing in the environment may decide how a test runs, nor may a test write to a real database.
const decide = ["NODE_ENV", "DATABASE_URL", "DATABASE_AUTH_TOKEN", "SMTP_URL", "DEMO"];
for (const name of [...decide, ...Object.keys(process.env).filter((name) => name.startsWith("LIBSQL_"))])
  delete process.env[name];
const results = join(root, ".cache", "results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const total = { passed: 0, failed: 0 };
/** What failed, to be said again where the log ends. */
const faults = [];
const started = Date.now();
const heading = (name) => console.log(`\n== ${name} == ${Math.round((Date.now() - started) / 1000)} s`);
const count = (passed, failed) => {
  total.passed += passed;
  total.failed += failed;
};

/** A check that is one thing: it holds or it does not. */
function check(name, command, args) {
  heading(name);
  const ok = run(command, args) === 0;
  if (!ok) faults.push(name);
  count(ok ? 1 : 0, ok ? 0 : 1);
}

function vitest(name, projects, more = []) {
  heading(name);
  const file = join(results, `${name}.json`);
  const chosen = projects.flatMap((project) => ["--project", project]);
  const code = run("npx", [
    "vitest",
    "run",
    ...chosen,
    ...more,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  const failed = report?.numFailedTests ?? 1;
  if (code !== 0) faults.push(name);
  for (const suite of report?.testResults ?? [])
    for (const { status, fullName } of suite.assertionResults)
      if (status === "failed") faults.push(`${relative(root, suite.name)}: ${fullName}`);
  // A suite that cannot be loaded fails without a failed test of its own.
  count(report?.numPassedTests ?? 0, code !== 0 && failed === 0 ? 1 : failed);
}

function playwright(name) {
  heading(name);
  const code = run("npx", ["playwright", "test"]);
  const file = join(results, "browser.json");
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  const stats = report?.stats;
  if (code !== 0) faults.push(name);
  const look = ({ specs = [], suites = [] }) => {
    for (const spec of specs) if (!spec.ok) faults.push(`${spec.file}: ${spec.title}`);
    suites.forEach(look);
  };
  look(report ?? {});
  const failed = (stats?.unexpected ?? 1) + (stats?.flaky ?? 0);
  count(stats?.expected ?? 0, code !== 0 && failed === 0 ? 1 : failed);
}

check("lint", "npx", ["biome", "ci", "."]);
check("secrets", process.execPath, ["scripts/secrets.mjs"]);
check("types", "npx", ["tsc", "--noEmit"]);
vitest("unit", ["pure"]);
vitest("database", ["file", "sqld"]);
heading("build");
const built = tryBuild() === 0;
if (!built) faults.push("build");
count(built ? 1 : 0, built ? 0 : 1);
if (built) {
  // Each of these starts several processes; two of them at once would wait for each other.
  vitest("edge", ["edge"], ["--no-file-parallelism"]);
  playwright("browser");
} else console.log("The edge and browser tests need the build, so none has run.");

for (const fault of faults) console.log(`FAILED ${fault}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed ? 1 : 0);
