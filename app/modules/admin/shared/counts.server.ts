import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Read, Statement } from "#db/client.server";
import { siteStatus } from "#db/schema";
import { defineTask, type TaskContext } from "~/lib/queue/work.server";
import { shiftDay } from "~/lib/time/date-range";
import { formatDayNumber } from "~/lib/time/segments";
import { convertVolume, toUnitOrDefault, UNIT } from "~/lib/units/measures";
import { isLiveStatus } from "~/modules/billing/shared/billing-status.server";
import type { App } from "~/web/app.server";
import type { MetricName } from "../skynet/rules/metrics";

/** Number of past days to recount each night, because loads are entered and corrected late. */
const AGAIN_DAYS = 40;
/** Hour (UTC) at which the nightly count starts. */
const NIGHT_HOUR = 3;
/** Number of tickets to read at a time. Deliveries are read `CHUNK_DAYS` days at a time. */
const CHUNK = 5_000;
const CHUNK_DAYS = 7;
const DAY = 86_400;

export const COUNTS_KEY = "counts";

/** Counts accumulated so far: by day, and by company and month. */
class Tally {
  readonly days = new Map<string, number>();
  readonly months = new Map<string, number>();
  day(metric: MetricName, day: string, n: number) {
    const key = `${metric} ${day}`;
    this.days.set(key, (this.days.get(key) ?? 0) + n);
  }
  month(company: number, metric: CompanyMetric, day: string, n: number) {
    if (n === 0) return;
    const key = `${company} ${metric} ${day.slice(0, 7)}`;
    this.months.set(key, (this.months.get(key) ?? 0) + n);
  }
}
/** Metrics per company: loads it hauled, loads delivered from its jobs, and tickets created on its jobs. */
export const COMPANY_METRICS = ["hauled", "delivered", "made"] as const;
export type CompanyMetric = (typeof COMPANY_METRICS)[number];

/**
 * Task that counts once an hour, on one server, the people seen today and the companies that subscribe. Once a night it
 * also computes the totals for each of the last forty days; the first time, for all days.
 */
export const countSiteTask = defineTask({
  name: "counts of the site",
  input: z.strictObject({}),
  every: 60,
  run: (app, _input, doing) => countSiteNow(app, doing),
});

/** Run the counts that are due now; `heartbeat` is called between parts. */
export async function countSiteNow(
  { db, now }: Pick<App, "db" | "now">,
  { heartbeat }: Pick<TaskContext, "heartbeat"> = { heartbeat: async () => {} },
): Promise<void> {
  const date = now();
  await db.batch(await hourly(db.read, date), { unread: true });
  const [mark] = await db.read.select().from(siteStatus).where(sql`${siteStatus.name} = ${COUNTS_KEY}`);
  const night = `${dayAt(date)}T0${NIGHT_HOUR}:00:00.000Z`;
  if (mark && (mark.updated_at >= night || date.toISOString() < night)) return;
  const from = mark ? `${shiftDay(dayAt(date), -AGAIN_DAYS).slice(0, 7)}-01` : "0000-00-00";
  const breathe = async () => {
    await heartbeat();
    // Reading an SQLite file blocks the event loop, so page requests are served between two parts.
    await setImmediate();
  };
  const tally = new Tally();
  await countRows(db.read, from, tally);
  await countMade(db.read, from, tally, breathe);
  await countDeliveries(db.read, from, date, tally, breathe);
  await db.batch(keeping(tally, from, date), { unread: true });
}

const dayAt = (date: Date): string => date.toISOString().slice(0, 10);

const PUT = `INSERT INTO metric_day (metric, day, value) VALUES (?, ?, ?)
  ON CONFLICT (metric, day) DO UPDATE SET value =`;

/**
 * Count values that can't be computed later, because a returning user's last-seen time is overwritten. Today's number
 * of people therefore never decreases.
 */
async function hourly(read: Read, date: Date): Promise<Statement[]> {
  const today = dayAt(date);
  const [[seen], plans] = await Promise.all([
    read
      .select({ n: sql<number>`count(DISTINCT s.user_id)` })
      .from(sql`session s`)
      .where(sql`s.last_seen_at >= ${`${today}T00:00:00.000Z`}`),
    read
      .select({ given: sql<number>`c.is_professional`, status: sql<string | null>`b.status` })
      .from(sql`company c LEFT JOIN company_subscription b ON b.company_id = c.id`)
      .where(sql`c.is_deleted = 0 AND (c.is_professional = 1 OR b.status IS NOT NULL)`),
  ]);
  const subscribed = plans.filter(({ given, status }) => given === 1 || isLiveStatus(status)).length;
  return [
    { sql: `${PUT} max(value, excluded.value)`, params: ["people", today, seen?.n ?? 0] },
    { sql: `${PUT} excluded.value`, params: ["plans", today, subscribed] },
  ];
}

/** Count rows by a date column: new accounts, leads, and expiry days of temporary features. */
async function countRows(read: Read, from: string, tally: Tally) {
  const days = (metric: MetricName, column: string, rest: string) =>
    read
      .select({ day: sql<string>`substr(${sql.raw(column)}, 1, 10)`, n: sql<number>`count(*)` })
      .from(sql.raw(rest))
      .where(sql`${sql.raw(column)} >= ${from}`)
      .groupBy(sql`1`)
      .then((rows) => {
        for (const { day, n } of rows) tally.day(metric, day, n);
      });
  await days("sign_ups", "created_at", "user");
  await days("leads", "created_at", "lead");
  await days(
    "trials",
    "expires_at",
    "(SELECT expires_at FROM company_feature_access WHERE is_active = 1 AND is_subscribed = 0 AND expires_at IS NOT NULL)",
  );
}

/** Count tickets by their creation day, from the newest backward, until a chunk contains none of the requested days. */
async function countMade(read: Read, from: string, tally: Tally, breathe: () => Promise<void>) {
  const [newest] = await read.select({ id: sql<number | null>`max(id)` }).from(sql`trip_ticket`);
  for (let last = newest?.id ?? 0; last > 0; last -= CHUNK) {
    await breathe();
    const rows = await read
      .select({
        day: sql<string>`substr(t.created_at, 1, 10)`,
        company: sql<number>`j.request_user_company_id`,
        n: sql<number>`sum(t.is_deleted = 0 AND t.is_sample = 0)`,
      })
      .from(sql`trip_ticket t CROSS JOIN job j ON j.id = t.job_id`)
      .where(sql`t.id > ${last - CHUNK} AND t.id <= ${last}`)
      .groupBy(sql`1, 2`);
    const matches = rows.filter(({ day }) => day >= from);
    if (rows.length && !matches.length) return;
    for (const { day, company, n } of matches) {
      tally.day("made", day, n);
      tally.month(company, "made", day, n);
    }
  }
}

/**
 * Count each company's deliveries week by week. The site's total counts a load once, for the company that requested its
 * job; a hauled load also counts for its hauler.
 */
async function countDeliveries(
  read: Read,
  from: string,
  date: Date,
  tally: Tally,
  breathe: () => Promise<void>,
) {
  const since = Math.floor(Date.parse(`${from}T00:00:00.000Z`) / 1000) || 0;
  const end = Math.floor(date.getTime() / 1000);
  const companies = await read
    .select({
      id: sql<number>`c.id`,
      first: sql<number>`(SELECT min(d.at) FROM company_delivery d WHERE d.company_id = c.id AND d.at >= ${since})`,
    })
    .from(sql`company c`);
  const tons = new Map<string, Map<number, number>>();
  for (const { id, first } of companies) {
    if (first === null) continue;
    const start = first - (first % DAY);
    for (let day = start; day <= end; day += CHUNK_DAYS * DAY) {
      await breathe();
      for (const row of await deliveriesOf(read, id, day, day + CHUNK_DAYS * DAY)) {
        const name = formatDayNumber(row.day);
        tally.day("delivered", name, row.own);
        tally.month(id, "delivered", name, row.own);
        tally.month(id, "hauled", name, row.hauled);
        const units = tons.get(name) ?? new Map<number, number>();
        units.set(row.unit, (units.get(row.unit) ?? 0) + row.volume);
        tons.set(name, units);
        if (row.is_first && row.took_part) tally.day("companies", name, 1);
      }
    }
  }
  for (const [day, units] of tons)
    for (const [unit, volume] of units)
      tally.day("tons", day, convertVolume(volume, toUnitOrDefault(unit), UNIT.ton));
}

async function deliveriesOf(read: Read, company: number, from: number, before: number) {
  const rows = await read
    .select({
      day: sql<number>`d.at / ${sql.raw(String(DAY))}`,
      unit: sql<number>`d.unit`,
      own: sql<number>`sum(j.request_user_company_id = ${company})`,
      volume: sql<number>`sum(d.volume * (j.request_user_company_id = ${company}))`,
      hauled: sql<number>`sum(d.hauler_company_id IS ${company})`,
    })
    .from(sql`company_delivery d CROSS JOIN job j ON j.id = d.job_id`)
    .where(sql`d.company_id = ${company} AND d.at >= ${from} AND d.at < ${before}`)
    .groupBy(sql`1, 2`);
  const took = new Set(rows.filter(({ own, hauled }) => own + hauled > 0).map(({ day }) => day));
  const firsts = new Set<number>();
  return rows.map((row) => {
    const is_first = !firsts.has(row.day);
    firsts.add(row.day);
    return { ...row, is_first, took_part: took.has(row.day) };
  });
}

/** Return the statements that replace the previous counts in one batch. */
function keeping(tally: Tally, from: string, date: Date): Statement[] {
  const days = [...tally.days].map(([key, n]) => [...key.split(" "), n]);
  const months = [...tally.months].map(([key, n]) => [...key.split(" "), n]);
  return [
    {
      sql: "DELETE FROM metric_day WHERE day >= ? AND metric NOT IN ('people', 'plans')",
      params: [from],
    },
    {
      sql: `INSERT INTO metric_day (metric, day, value)
        SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE value ->> 2 > 0`,
      params: [JSON.stringify(days)],
    },
    { sql: "DELETE FROM metric_month WHERE month >= ?", params: [from.slice(0, 7)] },
    {
      sql: `INSERT INTO metric_month (company_id, metric, month, value)
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`,
      params: [JSON.stringify(months)],
    },
    {
      sql: `INSERT INTO site_status (name, value, updated_at) VALUES (?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
      params: [COUNTS_KEY, `from ${from}`, date.toISOString()],
    },
  ];
}
