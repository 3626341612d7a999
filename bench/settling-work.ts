import { setImmediate } from "node:timers/promises";
import { claimStepsOf } from "~/core/settling/claim-steps.server";
import { priceNow } from "~/core/settling/reprice.server";
import { makeRunner } from "~/core/work/runner.server";
import { STATUS } from "~/domain/tickets/trip-ticket";
import { getPayStatement } from "~/features/pay-statements/statement.server";
import { createStatements } from "~/features/settlements/make.server";
import { listToPay } from "~/features/settlements/overview.server";
import { recordPayment } from "~/features/settlements/payments.server";
import { previewStatements } from "~/features/settlements/preview.server";
import { makeStatements } from "~/features/settlements/run.server";
import { moveTicket } from "~/features/trip-tickets/move.server";
import { log } from "~/web/log.server";
import { priceLoads } from "../db/bulk/claims";
import { settleLoads } from "../db/bulk/statements";
import { type Database, openDatabase } from "../db/client.server";
import { carryOut } from "../db/drivers.server";
import { makeUser } from "../db/factories";
import { acting } from "../db/testing/acting";
import { longestGap } from "./gap";
import type { Measured } from "./settling";
import { fewCompanies, forgetMoney, opened, withoutTriggers } from "./settling-set";

/** `tsx bench/settling-work.ts <what> <database file>`: one row of `npm run bench:settling`, in a process of its own. */
const [what = "", path = ""] = process.argv.slice(2);
/** So many loads the app prices in one commit (`repriceJob`). */
const CHUNK = 200;
const DROPPED_OFF = 800;
const DAY = 86_400_000;
const now = () => new Date();
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10);

/** Seconds of the processor and of the clock that something takes. */
async function timed<T>(act: () => T | Promise<T>) {
  const [cpu, at] = [process.cpuUsage(), performance.now()];
  const value = await act();
  const { user, system } = process.cpuUsage(cpu);
  return { value, cpu: (user + system) / 1e6, wall: (performance.now() - at) / 1000 };
}
const numbers = async (db: Database, sql: string) =>
  (await db.client.execute(sql)).rows.map((row) => Number(row[0]));
const count = async (db: Database, table: string) =>
  (await numbers(db, `SELECT count(*) FROM ${table}`))[0] ?? 0;

/** One person who works for everybody, and settlements for all. */
async function everybody(db: Database): Promise<number> {
  await db.client.execute(
    "INSERT OR IGNORE INTO company_feature_access (company_id, feature_id, is_active, created_at) SELECT id, 3, 1, '2026-01-01T00:00:00.000Z' FROM company",
  );
  const crews = await numbers(db, "SELECT id FROM crew WHERE is_primary");
  return Number(await makeUser(db, {}, crews));
}

/** All loads priced and what they pay posted, by the procedures of the pages. */
async function byTheApp(): Promise<Partial<Measured>> {
  const bare = opened(path);
  forgetMoney(bare);
  fewCompanies(bare);
  bare.close();
  const db = await openDatabase({ url: `file:${path}` });
  const user = await everybody(db);
  const ids = await numbers(
    db,
    `SELECT id FROM trip_ticket WHERE trip_ticket_status_id = ${STATUS.completed} AND is_deleted = 0 ORDER BY id`,
  );
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const gap = longestGap();
  const pricing = await timed(async () => {
    for (let at = 0; at < ids.length; at += CHUNK) {
      await priceNow({ db, now }, ids.slice(at, at + CHUNK));
      await setImmediate();
      most = Math.max(most, process.memoryUsage.rss());
    }
  });
  const payers = await numbers(
    db,
    "SELECT DISTINCT paying_company_id FROM trip_ticket_settlement WHERE due_cents IS NOT NULL",
  );
  const runner = makeRunner({ app: { db, now, log }, kinds: [makeStatements], place: "bench" });
  const posting = await timed(async () => {
    for (const payer of payers) {
      const who = await acting(db, user, payer);
      const period_end = day(7);
      // Each is a request of its own.
      await setImmediate();
      const { receivers } = await who.call(previewStatements, { period_end });
      if (receivers.length === 0) continue;
      await setImmediate();
      await who.call(createStatements, {
        period_end,
        receivers: receivers.map((r) => ({
          receiving_company_id: r.receiving_company_id,
          expected_cents: r.total_cents,
          expected_lines: r.line_count,
        })),
      });
      await setImmediate();
      await runner.drain();
      most = Math.max(most, process.memoryUsage.rss());
    }
  });
  return {
    cpu: pricing.cpu + posting.cpu,
    wall: pricing.wall + posting.wall,
    pricing: pricing.cpu,
    posting: posting.cpu,
    claims: await count(db, "trip_ticket_settlement"),
    statements: await count(db, "settlement_statement WHERE posted_at IS NOT NULL"),
    lines: await count(db, "settlement_line"),
    megabytes: (most - before) / 1e6,
    gap: await gap(),
  };
}

/** The same by the statements that the large set is made with: over the whole set at once, no triggers. */
async function bySql(): Promise<Partial<Measured>> {
  const db = opened(path);
  forgetMoney(db);
  fewCompanies(db);
  let took = { cpu: 0, wall: 0 };
  withoutTriggers(db, () => {
    const [cpu, at] = [process.cpuUsage(), performance.now()];
    priceLoads(db);
    settleLoads(db, now());
    const { user, system } = process.cpuUsage(cpu);
    took = { cpu: (user + system) / 1e6, wall: (performance.now() - at) / 1000 };
  });
  db.close();
  return took;
}

/** Every statement that isn't paid, paid in one payment. */
async function paid(): Promise<Partial<Measured>> {
  const db = await openDatabase({ url: `file:${path}` });
  const [user = 0] = await numbers(
    db,
    "SELECT user_id FROM crew_member GROUP BY 1 ORDER BY count(*) DESC LIMIT 1",
  );
  const open = (
    await db.client.execute(
      "SELECT id, paying_company_id, total_cents, line_count FROM settlement_statement WHERE posted_at IS NOT NULL AND status_type_id = 1 ORDER BY paying_company_id",
    )
  ).rows.map((row) => ({
    id: Number(row[0]),
    payer: Number(row[1]),
    cents: Number(row[2]),
    lines: Number(row[3]),
  }));
  const people = new Map<number, Awaited<ReturnType<typeof acting>>>();
  for (const { payer } of open) if (!people.has(payer)) people.set(payer, await acting(db, user, payer));
  const gap = longestGap();
  const { cpu, wall } = await timed(async () => {
    for (const { id, payer, cents } of open) {
      await setImmediate();
      await people.get(payer)?.call(recordPayment, {
        settlement_statement_id: id,
        amount: cents / 100,
        method: "ach",
        paid_on: day(0),
      });
    }
  });
  return {
    cpu,
    wall,
    gap: await gap(),
    statements: open.length,
    claims: open.reduce((sum, { lines }) => sum + lines, 0),
  };
}

const percentile = (all: number[], share: number) =>
  [...all].sort((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;

/** What people open, by the company that pays most: milliseconds of all that the page asks of the database. */
async function reads(): Promise<Partial<Measured>> {
  const db = await openDatabase({ url: `file:${path}` });
  const [payer = 0] = await numbers(
    db,
    "SELECT paying_company_id FROM trip_ticket_settlement GROUP BY 1 ORDER BY count(*) DESC",
  );
  const user = await everybody(db);
  const who = await acting(db, user, payer);
  const long = await numbers(
    db,
    `SELECT id FROM settlement_statement WHERE paying_company_id = ${payer} AND line_count >= 100 ORDER BY id LIMIT 20`,
  );
  const each = async (times: number, act: (i: number) => Promise<unknown>) => {
    const took: number[] = [];
    for (let i = -3; i < times; i++) {
      const { cpu } = await timed(() => act(Math.max(i, 0)));
      if (i >= 0) took.push(cpu * 1000);
    }
    return took;
  };
  const toPay = await each(40, () => who.call(listToPay, {}));
  const page = long.length
    ? await each(200, (i) => who.call(getPayStatement, { id: long[i % long.length] ?? 0, page: 0 }))
    : [];
  return {
    claims: await count(db, "trip_ticket_settlement"),
    toPay: percentile(toPay, 0.5),
    page: percentile(page, 0.95),
  };
}

/**
 * Loads opened again and dropped off, on jobs with rates and on jobs that had theirs taken away, in turns. `unprepared` is as
 * it was before claims were kept, when the driver prepared each statement of a commit each time.
 */
async function completed(unprepared = false): Promise<Partial<Measured>> {
  const bare = opened(path);
  bare.pragma("foreign_keys = OFF");
  withoutTriggers(bare, () => {
    for (const table of ["job_product_rate", "job_haul_rate"])
      bare.exec(`DELETE FROM ${table} WHERE job_id % 2 = 0`);
  });
  bare.close();
  const asNow = await openDatabase({ url: `file:${path}` });
  const db: Database = unprepared
    ? { ...asNow, batch: (statements) => carryOut(asNow.client, statements) }
    : asNow;
  const user = await everybody(db);
  const loads = (
    await db.client.execute(
      `SELECT t.id, t.job_id, t.version, t.numbering_company_id FROM trip_ticket t
        WHERE t.trip_ticket_status_id = ${STATUS.completed} AND t.is_deleted = 0 AND NOT EXISTS (SELECT 1
            FROM trip_ticket_settlement c WHERE c.trip_ticket_id = t.id AND c.posted_lines > 0)
        ORDER BY t.id DESC LIMIT ${DROPPED_OFF}`,
    )
  ).rows.map((row) => ({
    id: Number(row[0]),
    job: Number(row[1]),
    version: Number(row[2]),
    company: Number(row[3]),
  }));
  const people = new Map<number, Awaited<ReturnType<typeof acting>>>();
  for (const { company } of loads)
    if (!people.has(company)) people.set(company, await acting(db, user, company));
  const halves = [0, 1].map((odd) => loads.filter(({ job }) => job % 2 === odd));
  const took: [number[], number[], number[]] = [[], [], []];
  const most = Math.min(halves[0]?.length ?? 0, halves[1]?.length ?? 0);
  for (let i = 0; i < most; i++)
    for (const odd of [0, 1] as const) {
      const load = halves[odd]?.[i];
      if (!load) continue;
      const { id } = load;
      const version = load.version + 1;
      await people.get(load.company)?.call(moveTicket, { id, verb: "reopening", version });
      if (odd === 0) {
        const ticket = { trip_ticket: { id, trip_ticket_status_id: STATUS.inTransit }, settlement_paid: 0 };
        const patch = { trip_ticket_status_id: STATUS.completed, dropped_off_at: now().toISOString() };
        const facts = await timed(() => claimStepsOf({ read: db.read, now: now() }, ticket, patch));
        if (i >= 20) took[2].push(facts.cpu * 1000);
      }
      const done = await timed(() =>
        people.get(load.company)?.call(moveTicket, { id, verb: "dropoff", version: version + 1 }),
      );
      if (i >= 20) took[odd].push(done.cpu * 1000);
    }
  const [unpaid, withPay, facts] = took.map((all) => percentile(all, 0.5));
  return { unpaid, paid: withPay, facts, loads: took[1].length };
}

const WORK: Record<string, () => Promise<Partial<Measured>>> = {
  app: byTheApp,
  raw: bySql,
  pay: paid,
  reads,
  complete: () => completed(),
  before: () => completed(true),
};
const work = WORK[what];
if (!work) throw new Error(`no work "${what}"`);
console.log(JSON.stringify({ claims: 0, megabytes: 0, gap: 0, cpu: 0, wall: 0, ...(await work()) }));
process.exit(0);
