import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeUser } from "#db/factories";
import { companyFeatureAccess, companySubscription, lead, session } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import type { Procedure } from "~/web/procedure";
import { getMetricChart, getMetricCounts, listChartPeriods } from "../skynet/data/charts.server";
import { countSiteNow } from "./counts.server";

const DAY_MS = 86_400_000;
let db: Database;
let h: Harvest;
let boss: Awaited<ReturnType<typeof actAs>>;
/** Time in the morning after a nightly count. */
const NOW = new Date("2026-11-18T09:00:00.000Z");
let date = NOW;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString();
const count = () => countSiteNow({ db, now: () => date });
beforeEach(async () => {
  date = NOW;
  db = await openTestDatabase();
  await db.batch([
    { sql: "UPDATE trip_ticket SET is_deleted = 1, last_modified_at = ?", params: [NOW.toISOString()] },
    ...["metric_day", "metric_month", "site_status"].map((table) => ({
      sql: `DELETE FROM ${table}`,
      params: [],
    })),
  ]);
  h = await makeHarvest(db);
  boss = await actAs(db, await makeUser(db, { is_super_user: true }, []), null, () => date);
});

const delivered = (dropped_off_at: string, more: object = {}) =>
  h.ticket({
    trip_ticket_status_id: STATUS.completed,
    hauler_company_id: h.ids.hauler.id,
    picked_up_at: dropped_off_at,
    dropped_off_at,
    created_at: dropped_off_at,
    estimated_volume: 10_000,
    estimated_wood_unit_type_id: 2,
    ...more,
  });
const all = async (sql: string) => (await db.client.execute(sql)).rows;
const chart = async (metric: "delivered" | "tons" | "made" | "companies" | "people" | "plans" | "trials") =>
  (await boss.call(getMetricChart, { metric, grain: "day" })).series;
const onDay = async (metric: Parameters<typeof chart>[0], day: string) =>
  (await chart(metric)).find(({ from }) => from === day)?.value;

/** Compute a metric directly from the tables, without the counting code. */
async function asked(metric: "delivered" | "made" | "hauled") {
  const column = metric === "made" ? "t.created_at" : "t.dropped_off_at";
  const which = metric === "made" ? "" : `AND t.trip_ticket_status_id = ${STATUS.completed}`;
  return all(`SELECT ${metric === "hauled" ? "coalesce(t.hauler_on_behalf_of_company_id, t.hauler_company_id)" : "j.request_user_company_id"} AS company_id,
    substr(${column}, 1, 7) AS month, count(*) AS value FROM trip_ticket t JOIN job j ON j.id = t.job_id
   WHERE t.is_deleted = 0 AND t.is_sample = 0 AND ${column} IS NOT NULL ${which} GROUP BY 1, 2 HAVING 1 IS NOT NULL
   ORDER BY 1, 2`);
}
const kept = (metric: string) =>
  all(
    `SELECT company_id, month, value FROM metric_month WHERE metric = '${metric}' ORDER BY company_id, month`,
  );

test("counts match the tables for each company, month and day", async () => {
  for (let i = 0; i < 40; i++)
    await delivered(new Date(Date.parse("2026-08-01T23:50:00Z") + i * 2.6 * DAY_MS).toISOString(), {
      hauler_company_id: i % 3 ? h.ids.hauler.id : h.ids.manager.id,
      is_deleted: i === 7,
    });
  await count();
  for (const metric of ["delivered", "made", "hauled"] as const) {
    const expected = await asked(metric);
    expect(expected.length).toBeGreaterThan(2);
    expect(await kept(metric)).toEqual(expected);
  }
  const days = await all("SELECT day, value FROM metric_day WHERE metric = 'delivered' ORDER BY day");
  expect(days).toEqual(
    await all(`SELECT substr(dropped_off_at, 1, 10) AS day, count(*) AS value FROM trip_ticket
      WHERE is_deleted = 0 AND is_sample = 0 AND trip_ticket_status_id = 3 AND dropped_off_at IS NOT NULL GROUP BY 1 ORDER BY 1`),
  );
});

test("converts volumes to tons, counts a load once, and counts a participating company once a day", async () => {
  await delivered("2026-11-17T10:00:00.000Z");
  await delivered("2026-11-17T23:59:59.000Z", { estimated_volume: 2_000, estimated_wood_unit_type_id: 1 });
  await delivered("2026-11-17T12:00:00.000Z", { estimated_volume: 5_000, estimated_wood_unit_type_id: 3 });
  await count();
  expect(await onDay("delivered", "2026-11-17")).toBe(3);
  expect(await onDay("tons", "2026-11-17")).toBe(10 + 2 * 4.8 + 5 * 2.4);
  expect(await onDay("companies", "2026-11-17")).toBe(2);
  expect(await onDay("delivered", "2026-11-16")).toBe(0);
});

test("recounts only recent days each night, and at most once a day", async () => {
  await delivered(ago(3));
  // This delivery day is in the first month to be recounted.
  await delivered(ago(40));
  await delivered(ago(100));
  await count();
  const before = await kept("delivered");
  // Two loads entered late: one within the forty recounted days and one long before.
  await delivered(ago(5));
  await delivered(ago(101));
  date = new Date(NOW.getTime() + 3_600_000);
  await count();
  expect(await kept("delivered")).toEqual(before);
  date = new Date(NOW.getTime() + DAY_MS);
  await count();
  const loads = async () =>
    (await all("SELECT sum(value) AS n FROM metric_day WHERE metric = 'delivered'"))[0]?.n;
  expect(await loads()).toBe(4);
  expect((await kept("delivered")).reduce((sum, { value }) => sum + Number(value), 0)).toBe(4);
});

test("counts people by last activity and keeps the day's highest count", async () => {
  await db.client.execute("DELETE FROM session");
  const seen = (user_id: number, last_seen_at: string) =>
    insertRow(db, session, {
      token_hash: `${user_id} ${last_seen_at}`,
      user_id,
      created_at: last_seen_at,
      last_seen_at,
      expires_at: "2999-01-01T00:00:00.000Z",
    });
  const id = h.manager.actor.user?.id ?? 0;
  await seen(id, "2026-11-18T08:00:00.000Z");
  await seen(id, "2026-11-18T08:30:00.000Z");
  await seen(h.rival.actor.user?.id ?? 0, "2026-11-18T07:00:00.000Z");
  await count();
  await db.client.execute("DELETE FROM session");
  date = new Date("2026-11-18T10:00:00.000Z");
  await count();
  expect(await onDay("people", "2026-11-18")).toBe(2);
});

test("counts subscriptions, leads, sign-ups and expiring trials", async () => {
  await db.client.execute("UPDATE company SET is_professional = 0");
  await db.client.execute({
    sql: "UPDATE company SET is_professional = 1 WHERE id = ?",
    args: [h.ids.manager.id],
  });
  const bought = (company_id: number, status: string) =>
    insertRow(db, companySubscription, { company_id, stripe_customer_id: `cus_${company_id}`, status });
  await bought(h.ids.rival.id, "past_due");
  await bought(h.ids.mill.id, "canceled");
  await insertRow(db, lead, {
    company_name: "Mill",
    first_name: "Ann",
    last_name: "O",
    email: "a@b.test",
    phone_number: "+19065550143",
    created_at: ago(1),
  });
  await insertRow(db, companyFeatureAccess, {
    company_id: h.ids.mill.id,
    feature_id: 3,
    is_active: true,
    created_at: ago(20),
    expires_at: new Date(NOW.getTime() + 4 * DAY_MS).toISOString(),
  });
  await count();
  expect(await onDay("plans", "2026-11-18")).toBe(2);
  expect(await onDay("trials", "2026-11-22")).toBe(1);
  const { counts } = await boss.call(getMetricCounts, {});
  expect(counts.find(({ metric }) => metric === "leads")?.week).toBe(1);
  expect(counts.find(({ metric }) => metric === "trials")?.week).toBe(1);
});

test("periods are contiguous, with weeks from Monday, and end with the current period", () => {
  for (const grain of ["day", "week", "month"] as const) {
    const spans = listChartPeriods("2026-11-18", grain, false);
    expect(spans.at(-1)?.from && (spans.at(-1)?.from ?? "") <= "2026-11-18").toBe(true);
    expect((spans.at(-1)?.to ?? "") >= "2026-11-18").toBe(true);
    for (const [i, span] of spans.slice(1).entries())
      expect(Date.parse(span.from) - Date.parse(spans[i]?.to ?? "")).toBe(DAY_MS);
  }
  expect(listChartPeriods("2026-11-18", "week", false).at(-1)).toEqual({
    from: "2026-11-16",
    to: "2026-11-22",
  });
  expect(listChartPeriods("2026-11-18", "month", true)[0]).toEqual({ from: "2026-11-01", to: "2026-11-30" });
});

test("only super users can read the metrics", async () => {
  for (const procedure of [getMetricChart, getMetricCounts] as Procedure[])
    expect((await catchError(h.manager.call(procedure, {}))).kind).toBe("missing");
});
