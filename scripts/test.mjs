/**
 * `npm test`: installs what is missing and runs everything that CI runs. The last line sums up all tiers.
 * `npm test -- --installed` is the same without the installing.
 */
import "./help.mjs";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { setPriority } from "node:os";
import { join, relative } from "node:path";
import { keepInMemory } from "./memory-folder.mjs";
import { checkNode, install, installChromium, root } from "./setup.mjs";

checkNode();
if (!process.argv.includes("--installed")) {
  install();
  installChromium();
}
// Nothing in the environment may decide how a test runs, nor may a test write to a real database.
const decide = ["NODE_ENV", "NODE_OPTIONS", "DATABASE_URL", "DATABASE_AUTH_TOKEN", "SMTP_URL", "DEMO"];
for (const name of [...decide, ...Object.keys(process.env).filter((name) => name.startsWith("LIBSQL_"))])
  delete process.env[name];
const results = join(root, ".cache", "results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
// Compiled modules, which the next run finds again by their content, and the demo are built once for all tiers.
process.env.TEST_MODULES = join(root, ".cache", "modules");
process.env.TEST_DEMO = join(results, "demo.db");
keepInMemory();
// Programs written in Go (esbuild, the type checker) collect garbage less often: it took a third of their time.
process.env.GOGC ??= "400";
// Node 22 and later keep compiled code for the many processes that load the same modules; Node 20 doesn't know this.
process.env.NODE_COMPILE_CACHE ??= join(root, ".cache", "compiled");

const total = { passed: 0, failed: 0 };
/** Failures, repeated at the end of the log. */
const faults = [];
/** Journeys that held only when they were walked again: to be mended, but nothing that a person would meet. */
const unsteady = [];
const started = Date.now();
const seconds = () => Math.round((Date.now() - started) / 1000);
const heading = (name) => console.log(`\n== ${name} == ${seconds()} s`);
const count = (passed, failed) => {
  total.passed += passed;
  total.failed += failed;
};

/** Ends a row with what it took of the processor, its own processes added up: the table in docs/testing.md. */
const TIMED = ["-c", `TIMEFORMAT='processor: %U s of its own, %S s of the system'; time "$@"`, "time"];

/** A command of a package. `npx` would start npm for each, which takes half a second of the processor. */
const tool = (name) => join(root, "node_modules", ".bin", name);

/** Runs a command beside others; unless it is live, what it says is kept until it is over. Gives its exit code. */
function start(name, command, args, { live = false, priority = 0, env = {} } = {}) {
  if (live) heading(name);
  return new Promise((resolve) => {
    const child = spawn("bash", [...TIMED, command, ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: live ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    // Tasks that only compute yield to tests that depend on the clock.
    if (priority && child.pid) setPriority(child.pid, priority);
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => said.push(chunk));
    child.once("error", () => resolve(1));
    child.once("close", (code) => {
      if (!live) heading(name);
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
  const code = await start(name, tool("vitest"), ["run", ...chosen, ...more, ...reporters], how);
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
  const code = await start(name, tool("playwright"), ["test"], { live: true });
  const report = reportOf(join(results, "browser.json"));
  const stats = report?.stats;
  if (code !== 0) faults.push(name);
  const look = ({ specs = [], suites = [] }) => {
    for (const { ok, file, title, tests } of specs)
      if (!ok) faults.push(`${file}: ${title}`);
      else if (tests.some(({ status }) => status === "flaky")) unsteady.push(`${file}: ${title}`);
    suites.forEach(look);
  };
  look(report ?? {});
  const failed = stats?.unexpected ?? 1;
  count((stats?.expected ?? 0) + (stats?.flaky ?? 0), code !== 0 && failed === 0 ? 1 : failed);
}

/** Gives way to what runs beside it. */
const patient = { priority: 19 };
const oneByOne = ["--no-file-parallelism"];

// Rows of work beside each other, so that no core idles. What only computes gives way, so that it fills what the browser
// and the edge tests, which look at the clock, leave over; these two follow each other.
const computed = (async () => {
  // It needs what it has read until its end, so there is nothing to collect: a quarter of its time for 400 MB.
  await check("types", "npm", ["run", "-s", "types"], { env: { GOGC: "off" } });
  await check("lint", tool("biome"), ["ci", "."]);
  await check("unused code", tool("knip"), ["--no-progress"]);
  await check("imports", tool("depcruise"), ["app", "db", "server"]);
  await check("secrets", process.execPath, ["scripts/secrets.mjs"]);
  await vitest("unit", ["pure"], patient);
  // The longest of what gives way: it would be left over in the end, alone.
  await vitest("database", ["file"], { priority: 5 });
})();
/** These start once the modules compiled for the file tests are available. */
// Its calls have a limit of time, sqld's own among them: what gave way wholly was answered too late on a busy machine.
const repeated = (env = {}) => vitest("sqld", ["sqld"], { priority: 5, env });
const built = await check("build", process.execPath, ["scripts/build.mjs"]);
if (built) {
  await check("demo", process.execPath, ["--import", "tsx", "scripts/demo-file.ts"]);
  const asked = [
    // Repeated tests follow the row that ends first: started later, they would run alone with one core idle.
    vitest("http-alone", ["http-alone"], { more: oneByOne, ...patient }).then(() =>
      repeated({ TEST_ISOLATED: join(root, "build", "isolated") }),
    ),
    vitest("http", ["http"], { more: oneByOne, ...patient }).then(() =>
      vitest("journeys", ["journeys"], { more: oneByOne, ...patient }),
    ),
  ];
  // They mostly wait, so two files run beside each other: half of the time that the browser waits for them.
  await vitest("edge", ["edge"], { more: ["--maxWorkers=2"] });
  await playwright("browser");
  await Promise.all([...asked, computed]);
} else {
  await Promise.all([computed, repeated()]);
  console.log("The edge, HTTP, and browser tests need the build, so none has run.");
}

for (const journey of unsteady) console.log(`UNSTEADY ${journey}: held on its second walk`);
for (const fault of faults) console.log(`FAILED ${fault}`);
console.log(`\n${total.passed} passed, ${total.failed} failed in ${seconds()} s`);
process.exit(total.failed ? 1 : 0);
