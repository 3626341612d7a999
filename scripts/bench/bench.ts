import "../help.mjs";
import { randomUUID } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { COUNTS_KEY } from "~/modules/admin/shared/counts.server";
import { JOB_STATUS } from "~/modules/jobs/rules/job-status";
import { openDatabase } from "../../db/client.server";
import { hasBetterSqlite } from "../../db/large-seed/better-sqlite";
import { SMALL_SERVER, startApp, TEST_SECRETS } from "../serve";
import { root, tryBuild } from "../setup.mjs";
import { EXPORTED_LOADS, measureExport } from "./exports";
import { median } from "./figures";
import { type Cost, getMemory, measureLoad, measurePosts, postForm, signIn } from "./load";
import { findPageUrls } from "./pages";
import { BENCH_SIGN_IN } from "./person";
import { getBenchDatabase } from "./sets";

/**
 * `npm run bench` measures the built server's processor time for lists, pages, changes and exports, and its memory,
 * with 10,000 and 100,000 tickets. Options: `--tickets 10000` for one size, `--rounds 5`, `--answers 40` responses per
 * round, `--only job,map` for pages whose names contain one of these words, `--write` to update the table in
 * docs/benchmarks.md.
 */
const { values } = parseArgs({
  options: {
    tickets: { type: "string", default: "10000,100000" },
    rounds: { type: "string", default: "5" },
    answers: { type: "string", default: "40" },
    only: { type: "string", default: "" },
    write: { type: "boolean", default: false },
  },
});
const [rounds, answers] = [Number(values.rounds), Number(values.answers)];
/** Number of responses of each page before measuring, so that the server has already compiled its code. */
const WARM_ANSWERS = 200;
const EXPORT_KINDS = ["csv", "xlsx", "pdf"] as const;
Object.assign(process.env, TEST_SECRETS);

type Column = Map<string, string>;
const formatCost = (costs: readonly Cost[]) =>
  `${median(costs.map(({ cpu }) => cpu)).toFixed(2)} (${median(costs.map(({ p95 }) => p95)).toFixed(0)})`;

/**
 * Return the job and destination for creating tickets in the user's company. Mark the nightly counts of past tickets as
 * up to date.
 */
async function prepare(file: string) {
  const { client, close } = await openDatabase({ url: `file:${file}` });
  const now = new Date().toISOString();
  await client.execute({
    sql: "INSERT INTO site_status (name, value, updated_at) VALUES (?, 'ok', ?)",
    args: [COUNTS_KEY, now],
  });
  const { rows } = await client.execute({
    sql: "SELECT j.id AS job, min(d.id) AS destination FROM job j JOIN job_destination d ON d.job_id = j.id WHERE j.job_status_id = ? AND j.request_user_company_id = (SELECT default_company_id FROM user WHERE email = ?) GROUP BY j.id ORDER BY j.id LIMIT 1",
    args: [JOB_STATUS.active, BENCH_SIGN_IN.email],
  });
  await close();
  return { job: String(rows[0]?.job), destination: String(rows[0]?.destination) };
}

async function measure(tickets: number): Promise<Column> {
  const column: Column = new Map();
  const set = getBenchDatabase(tickets);
  const folder = mkdtempSync(join(tmpdir(), "timbertally-bench-"));
  const file = join(folder, "bench.db");
  copyFileSync(set, file);
  const { job, destination } = await prepare(file);
  const settings = { DATABASE_URL: `file:${file}`, FILES_DIR: join(folder, "files"), ...SMALL_SERVER };
  const app = await startApp(settings, { output: "ignore" });
  try {
    await app.ready();
    const pid = app.child.pid ?? 0;
    const memoryAtStart = getMemory(pid);
    const cookie = await signIn(app.url, BENCH_SIGN_IN);
    const words = values.only.split(",");
    for (const [name, path] of Object.entries(await findPageUrls(app.url, cookie))) {
      if (!words.some((word) => name.includes(word))) continue;
      await measureLoad(app.url + path, pid, cookie, WARM_ANSWERS);
      const costs: Cost[] = [];
      for (let i = 0; i < rounds; i++) costs.push(await measureLoad(app.url + path, pid, cookie, answers));
      column.set(name, formatCost(costs));
    }
    const created: string[] = [];
    const create = async () => {
      const { location } = await postForm(`${app.url}/trip-tickets/new?job_id=${job}`, cookie, {
        submission_id: randomUUID(),
        job_id: job,
        job_destination_id: destination,
        product: "5-746-0",
        estimated_volume: "55",
        estimated_wood_unit_type_id: "2",
        loads: "1",
      });
      created.push(location);
    };
    const move = () =>
      postForm(`${app.url}${created.pop()}/yard`, cookie, { submission_id: randomUUID(), version: "2" });
    const writes: Record<string, Cost[]> = { "create a ticket": [], "change its status": [] };
    for (let i = 0; i <= rounds; i++)
      for (const [name, post] of Object.entries({ "create a ticket": create, "change its status": move })) {
        const cost = await measurePosts(pid, answers, post);
        // The first round is a warm-up and isn't counted.
        if (i > 0) writes[name]?.push(cost);
      }
    for (const [name, costs] of Object.entries(writes)) column.set(name, formatCost(costs));
    for (const kind of EXPORT_KINDS)
      column.set(`export ${EXPORTED_LOADS} loads, ${kind}`, (await measureExport(file, kind)).toFixed(0));
    column.set("memory at start, MB", String(memoryAtStart));
    column.set("memory after all of it, MB", String(getMemory(pid)));
  } finally {
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return column;
}

const START = "<!-- bench:start -->";
const END = "<!-- bench:end -->";

if (!hasBetterSqlite())
  throw new Error("The benchmark needs better-sqlite3. Run: npm rebuild better-sqlite3");
if (tryBuild() !== 0) process.exit(1);
const sizes = values.tickets.split(",").map(Number);
const columns: Column[] = [];
for (const tickets of sizes) columns.push(await measure(tickets));
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
const text = [
  `${new Date().toISOString().slice(0, 10)}; ${machine}; medians of ${rounds} rounds of ${answers} answers.`,
  "",
  `| | ${sizes.map((n) => `${n.toLocaleString("en-US")} tickets`).join(" | ")} |`,
  `| --- |${" ---: |".repeat(sizes.length)}`,
  ...[...(columns[0]?.keys() ?? [])].map(
    (name) => `| ${name} | ${columns.map((column) => column.get(name)).join(" | ")} |`,
  ),
].join("\n");
console.log(`\n${text}`);
if (values.write) {
  const path = join(root, "docs", "benchmarks.md");
  const [before = "", rest = ""] = readFileSync(path, "utf8").split(START);
  writeFileSync(path, `${before}${START}\n${text}\n${END}${rest.split(END)[1] ?? ""}`);
}
