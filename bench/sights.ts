import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { openDatabase } from "../db/client.server";
import { acting } from "../db/testing/acting";
import { type Completion, measureCompletions } from "./completing";
import { FINDING } from "./named-finding";
import { SIGHTS } from "./named-sight";
import { PERSON } from "./person";
import { databaseOf, workFolder } from "./sets";

/**
 * `npm run bench:sights`: what the first page, production, the badge and its poll, and the box that finds ask of the database, over two sets, for a person
 * of the company that sees most of the tickets, in processor time of this process, which a busy machine hardly changes. The sets take
 * turns: read how much it grows. In the end loads are dropped off on copies, which are as large as the sets. `--tickets 10000,1000000`,
 * `--rounds 15`, `--only find`.
 */
const { values: given } = parseArgs({
  options: {
    tickets: { type: "string", default: "10000,1000000" },
    rounds: { type: "string", default: "15" },
    only: { type: "string", default: "" },
  },
});
const sizes = given.tickets.split(",").map(Number);
const rounds = Number(given.rounds);
const started = Date.now();

const sets = await Promise.all(
  sizes.map(async (tickets) => {
    const db = await openDatabase({ url: `file:${databaseOf(tickets)}` });
    const one = async (sql: string) => Number((await db.client.execute(sql)).rows[0]?.[0]);
    const user = await one(`SELECT id FROM user WHERE email = '${PERSON.email}'`);
    const company = await one(`SELECT default_company_id FROM user WHERE id = ${user}`);
    // Two minutes later each time: what is kept for a minute is asked for once more.
    let round = 0;
    const now = () => new Date(started + round * 120_000);
    const next = () => {
      round += 1;
    };
    const person = await acting(db, user, company, now);
    const job = await one(
      `SELECT job_id FROM job_reader WHERE company_id = ${company} ORDER BY job_id IN (SELECT id FROM job WHERE request_user_company_id = ${company}) DESC LIMIT 1`,
    );
    const destination = await one(`SELECT id FROM job_destination WHERE job_id = ${job}`);
    const seen = await one(`SELECT sum(n) FROM company_status_count WHERE company_id = ${company}`);
    return { db, seen, looks: { person, db, job, destination }, next };
  }),
);

const middle = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? 0;
const ms = (time: number) => time.toFixed(time < 10 ? 1 : 0);

console.log(
  `${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0]?.model.trim()}; Node ${process.versions.node}; the person sees ${sets.map(({ seen }) => seen.toLocaleString("en-US")).join(" and ")} tickets; ${rounds} rounds.\n`,
);
console.log(
  `| asked | ${sizes.map((n) => `${n.toLocaleString("en-US")}, p50 / p95 ms`).join(" | ")} | p50 grows |`,
);
console.log(`|---|${sizes.map(() => "---:|").join("")}---:|`);
for (const [name, ask] of Object.entries({ ...SIGHTS, ...FINDING })) {
  if (!name.includes(given.only)) continue;
  const times = sets.map((): number[] => []);
  for (let round = -1; round < rounds; round++)
    for (const [i, { looks, next }] of sets.entries()) {
      next();
      const from = process.cpuUsage();
      await ask(looks);
      const { user, system } = process.cpuUsage(from);
      if (round >= 0) times[i]?.push((user + system) / 1000);
    }
  const shown = times.map((of) => `${ms(middle(of, 0.5))} / ${ms(middle(of, 0.95))}`);
  const [first = [], last = []] = [times[0], times.at(-1)];
  console.log(`| ${name} | ${shown.join(" | ")} | ${(middle(last, 0.5) / middle(first, 0.5)).toFixed(1)} |`);
}
for (const { db } of sets) await db.close();

const COMPLETING = "completing a load";
if (COMPLETING.includes(given.only)) {
  const folder = workFolder([]);
  const done: Completion[][] = [];
  for (const tickets of sizes) done.push(await measureCompletions(databaseOf(tickets), folder));
  for (const [what, of] of [
    [COMPLETING, (each: Completion) => each.ms],
    [`${COMPLETING}: pages of the log`, (each: Completion) => each.pages],
  ] as const) {
    const times = done.map((all) => all.map(of));
    const shown = times.map((all) => `${ms(middle(all, 0.5))} / ${ms(middle(all, 0.95))}`);
    const grows = middle(times.at(-1) ?? [], 0.5) / middle(times[0] ?? [], 0.5);
    console.log(`| ${what} | ${shown.join(" | ")} | ${grows.toFixed(1)} |`);
  }
}
