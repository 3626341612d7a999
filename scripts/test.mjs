/**
 * `npm test`: installs what is missing and runs everything that CI runs. The last line sums up all tiers.
 * `npm run validate` is the same without the installing.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { setPriority } from "node:os";
import { join, relative } from "node:path";
import { checkNode, install, installChromium, root, run } from "./setup.mjs";

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
const seconds = () => Math.round((Date.now() - started) / 1000);
const heading = (name) => console.log(`\n== ${name} == ${seconds()} s`);
const count = (passed, failed) => {
  total.passed += passed;
  total.failed += failed;
};

/** Runs a command; one that runs beside another keeps what it says until it is over. Gives its exit code. */
function start(name, command, args, { aside = false, patient = false } = {}) {
  if (!aside) {
    heading(name);
    return run(command, args);
  }
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    // What only computes gives way to what looks at the clock.
    if (patient && child.pid) setPriority(child.pid, 10);
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => said.push(chunk));
    child.once("error", () => resolve(1));
    child.once("close", (code) => {
      heading(name);
      process.stdout.write(Buffer.concat(said));
      resolve(code ?? 1);
    });
  });
}

/** A check that is one thing: it holds or it does not. */
async function check(name, command, args, how) {
  const ok = (await start(name, command, args, how)) === 0;
  if (!ok) faults.push(name);
  count(ok ? 1 : 0, ok ? 0 : 1);
  return ok;
}

const reportOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);

async function vitest(name, projects, { more = [], ...how } = {}) {
  const file = join(results, `${name}.json`);
  const chosen = projects.flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await start(name, "npx", ["vitest", "run", ...chosen, ...more, ...reporters], how);
  const report = reportOf(file);
  const failed = report?.numFailedTests ?? 1;
  if (code !== 0) faults.push(name);
  for (const suite of report?.testResults ?? [])
    for (const { status, fullName } of suite.assertionResults)
      if (status === "failed") faults.push(`${relative(root, suite.name)}: ${fullName}`);
  // A suite that cannot be loaded fails without a failed test of its own.
  count(report?.numPassedTests ?? 0, code !== 0 && failed === 0 ? 1 : failed);
}

async function playwright(name) {
  const code = await start(name, "npx", ["playwright", "test"]);
  const report = reportOf(join(results, "browser.json"));
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

const aside = { aside: true };
/** Aside, and giving way to what runs beside it. */
const patient = { aside: true, patient: true };
const oneByOne = ["--no-file-parallelism"];

// Two rows of work, so that no core idles: what only computes, and what asks the built app. An edge test starts several
// processes and waits for them, so its row goes on one by one.
const computed = (async () => {
  await check("types", "npx", ["tsc", "--noEmit"], aside);
  await check("lint", "npx", ["biome", "ci", "."], aside);
  await check("secrets", process.execPath, ["scripts/secrets.mjs"], aside);
  await vitest("unit", ["pure"], patient);
  await vitest("database", ["file", "sqld"], patient);
})();
const built = await check("build", process.execPath, ["scripts/build.mjs"], aside);
if (built) {
  await vitest("edge", ["edge"], { more: oneByOne, ...aside });
  const asked = (async () => {
    await vitest("http", ["http"], { more: oneByOne, ...patient });
    await vitest("journeys", ["journeys"], { more: oneByOne, ...patient });
  })();
  // The browser begins when a core is free for it; what is left of the other row gives way to it.
  await computed;
  await Promise.all([asked, playwright("browser")]);
} else {
  await computed;
  console.log("The edge, HTTP, and browser tests need the build, so none has run.");
}

for (const fault of faults) console.log(`FAILED ${fault}`);
console.log(`\n${total.passed} passed, ${total.failed} failed in ${seconds()} s`);
process.exit(total.failed ? 1 : 0);
