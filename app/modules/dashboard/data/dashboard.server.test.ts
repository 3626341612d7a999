import type { Client, InStatement } from "@libsql/client";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it, vi } from "vitest";
import type { Database } from "#db/client.server";
import { seedDemo } from "#db/demo/seed";
import { createReader, getClient } from "#db/drivers.server";
import { company, user } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { createThrowingClient } from "#db/throwing-client";
import { formatMoney } from "~/lib/money/money";
import { formatScaledAndEstimated } from "~/lib/units/measures";
import { getJobChecks } from "~/modules/checks/data/checks.server";
import { getLandingPage } from "~/modules/inventory/data/landings.server";
import { getPlan } from "~/modules/production/data/plan.server";
import { getReceivables } from "~/modules/settlements/statements/data/money.server";
import { resolveFilter } from "~/modules/trip-tickets/list/rules/filter";
import { parseListQuery } from "~/modules/trip-tickets/rules/list-query";
import { listTickets } from "~/modules/trip-tickets/shared/list.server";
import { runProcedure } from "~/web/run-procedure.server";
import { getDashboard } from "./dashboard.server";

const AT = new Date("2026-11-19T18:00:00Z");
const NAMES = ["manager", "logger", "hauler", "driver", "mill", "owner", "rival"];
let db: Database;

beforeAll(async () => {
  db = await openTestDatabase();
  await seedDemo(db, AT);
}, 300_000);

async function signedIn(name: string, now = AT) {
  const [person] = await db.read
    .select()
    .from(user)
    .where(eq(user.email, `${name}@demo.test`));
  const crews = await db.client.execute({
    sql: "SELECT c.company_id AS id FROM crew c JOIN crew_member m ON m.crew_id = c.id WHERE m.user_id = ? ORDER BY 1 LIMIT 1",
    args: [person?.id ?? 0],
  });
  return actAs(db, person?.id ?? 0, Number(crews.rows[0]?.id), () => now);
}

async function totalAt(who: Awaited<ReturnType<typeof signedIn>>, href: string) {
  const { input } = parseListQuery(new URL(href, "http://localhost").searchParams);
  const { page, view, sort: _sort, descending: _way, rows: _rows, ...filter } = input;
  return (await who.call(listTickets, { page, view, ...resolveFilter(filter, who.actor.zone) })).total;
}

/** Count the rows on the page to which an action item links. */
async function behind(
  who: Awaited<ReturnType<typeof signedIn>>,
  { key, href }: { key: string; href: string },
) {
  if (href.startsWith("/trip-tickets")) return totalAt(who, href);
  if (key === "behind") return (await who.call(getPlan, {})).rows.filter((row) => row.is_behind).length;
  const [kind, id] = key.split("_");
  if (kind === "gaps") {
    const { numbers } = await who.call(getJobChecks, { job_id: Number(id) });
    return numbers?.missing.reduce((n, { from, to }) => n + to - from + 1, 0);
  }
  if (kind === "landing") {
    const { landings } = await who.call(getLandingPage, { id: Number(id) });
    return landings.flatMap(({ products }) => products).filter(({ negative }) => negative).length;
  }
  if (kind === "rates") {
    const { rows } = await db.client.execute({
      sql: "SELECT count(*) AS n FROM job_party WHERE job_id = ? AND company_id <> ? AND (is_cutter OR is_skidder OR is_hauler)",
      args: [Number(id), who.actor.company?.id ?? 0],
    });
    return Number(rows[0]?.n);
  }
  if (kind === "unanswered") {
    const { rows } = await db.client.execute({
      sql: "SELECT count(*) AS n FROM job_membership WHERE job_id = ? AND accepted_at IS NULL",
      args: [Number(id)],
    });
    return Number(rows[0]?.n);
  }
  throw new Error(`The demo needs ${key}, which nothing here counts`);
}

it.each(NAMES)("%s sees numbers that match the lists they link to", async (name) => {
  // Test times: a Thursday, a few minutes after midnight on a Monday, and the day of the clock change in Detroit.
  for (const now of [AT, new Date("2026-11-16T05:04:00Z"), new Date("2026-11-01T17:00:00Z")]) {
    const who = await signedIn(name, now);
    const { stat_cards, needs_you, weeks } = await who.call(getDashboard, {});
    expect(weeks).toHaveLength(8);
    for (const card of stat_cards.filter(({ unit }) => unit === "load" || unit === "loads"))
      expect([card.key, await totalAt(who, card.href)]).toEqual([
        card.key,
        Number(card.value.replace(/,/g, "")),
      ]);
    for (const card of stat_cards)
      expect([card.key, card.value]).toEqual([card.key, expect.stringMatching(/^\d/)]);
    for (const need of needs_you) expect([need.key, await behind(who, need)]).toEqual([need.key, need.count]);
    for (const week of weeks)
      expect([week.week_on, await totalAt(who, week.href)]).toEqual([week.week_on, week.loads]);
  }
});

it.each(NAMES)("%s gets the dashboard with at most nine queries, all of them prepared", async (name) => {
  const who = await signedIn(name);
  let asked = 0;
  const client: Client = {
    ...createThrowingClient("It reads."),
    execute: (inStatement: InStatement) => getClient(db.read).execute(inStatement),
  };
  const read = createReader(client, { logQuery: () => void asked++ });
  const ask = () =>
    runProcedure(getDashboard, { db: { ...db, read }, actor: who.actor, now: AT, address: "here" }, {});
  await ask();
  asked = 0;
  // The first request filled the cache of data that is recomputed only when a load changes.
  await ask();
  expect(asked).toBeGreaterThan(3);
  expect(asked).toBeLessThanOrEqual(9);
  const put = vi.spyOn(read, "select");
  await ask();
  expect(put).not.toHaveBeenCalled();
});

it("lists high-priority loads first, and counts the high-priority loads that nobody has claimed", async () => {
  const hauler = await signedIn("hauler");
  const { next, needs_you } = await hauler.call(getDashboard, {});
  const ids = next?.filter(({ mine }) => !mine).map(({ id }) => id) ?? [];
  const need = needs_you.find(({ key }) => key === "high_priority");
  expect(need?.count).toBeGreaterThan(0);
  const { rows } = await db.client.execute(
    `SELECT trip_ticket_priority_id AS p FROM trip_ticket WHERE id IN (${ids.join(",")})`,
  );
  expect(rows.map(({ p }) => p)).toEqual(ids.map(() => 1));
  // A mill can't claim loads, so high-priority ones aren't listed.
  const mill = await (await signedIn("mill")).call(getDashboard, {});
  expect(mill.needs_you.map(({ key }) => key)).not.toContain("high_priority");
  // The mill's cards count loads dropped off there; its scale house counts the loads received.
  expect(mill.stat_cards.map(({ label }) => label)).toEqual(
    expect.arrayContaining(["Delivered today", "Delivered this week"]),
  );
});

it("shows a driver only their own loads, and no money without permission", async () => {
  const driver = await signedIn("driver");
  const load = (await driver.call(getDashboard, {})).counted?.[0]?.id ?? 0;
  const { rowsAffected } = await db.client.execute({
    sql: "UPDATE amount_owed SET posted_lines = 1, posted_cents = 1 WHERE trip_ticket_id = ? AND receiving_company_id = ?",
    args: [load, driver.actor.company?.id ?? 0],
  });
  expect(rowsAffected).toBeGreaterThan(0);
  const own = await driver.call(getDashboard, {});
  expect(own.counted?.find(({ id }) => id === load)?.state).toBe("On a statement");
  expect(own.mine).toBe(true);
  expect(own.weeks.reduce((sum, { loads }) => sum + loads, 0)).toBeGreaterThan(0);
  driver.actor.permissions.settlement = { ...driver.actor.permissions.settlement, read: false };
  driver.actor.permissions.job_rate = { ...driver.actor.permissions.job_rate, read: false };
  const blind = await driver.call(getDashboard, {});
  expect(blind).toMatchObject({ paid: null, rates: null });
  expect(JSON.stringify(blind)).not.toMatch(/\$|Paid|statement/);
  driver.actor.permissions.trip_ticket = { ...driver.actor.permissions.trip_ticket, read: false };
  expect(await driver.call(getDashboard, {})).toMatchObject({
    stat_cards: [],
    weeks: [],
    counted: null,
    next: null,
  });
});

it("shows a hauler and a logger their last loads, next loads, payments and rates", async () => {
  const hauler = await (await signedIn("hauler")).call(getDashboard, {});
  expect(hauler.counted?.length).toBeGreaterThan(0);
  expect(hauler.next?.length).toBeGreaterThan(0);
  expect(hauler.rates?.length).toBeGreaterThan(0);
  expect(hauler.paid?.open).toMatch(/\$[\d,.]+ for \d+ load|Nothing is waiting/);
  const logger = await (await signedIn("logger")).call(getDashboard, {});
  expect(logger.counted?.length).toBeGreaterThan(0);
  expect(logger.paid).not.toBeNull();
  expect(logger.next).toBeNull();
});

it.each(NAMES)("shows %s the same unpaid amount as the To receive page", async (name) => {
  const who = await signedIn(name);
  const { paid } = await who.call(getDashboard, {});
  if (!paid) return;
  const { pay_days, open_cents } = await who.call(getReceivables, {});
  const cents = pay_days.cents + open_cents;
  expect(paid.open.split(" for ")[0]).toBe(cents ? formatMoney(cents) : "Nothing is waiting to be paid");
  if (["hauler", "logger", "owner"].includes(name)) expect(cents).toBeGreaterThan(0);
});

it("shows the same goal progress as the plan, only for goals whose loads are all visible", async () => {
  const map = new Map<string, number>();
  for (const name of NAMES) {
    const who = await signedIn(name);
    const { goals } = await who.call(getDashboard, {});
    const { rows } = await who.call(getPlan, {});
    const seen = rows.filter(({ is_part }) => !is_part);
    map.set(name, goals.length);
    for (const { goal, came, behind } of goals) {
      const [delivered, planned] = came
        .split(" of ")
        .map((words) => Math.round(Number.parseFloat(words.replaceAll(",", "")) * 1000));
      const same = seen.filter((row) => {
        const scale = row.unit === null ? 1000 : 1;
        return (
          goal.startsWith(row.label) &&
          goal.endsWith(`this ${row.grain}`) &&
          row.is_behind === behind &&
          row.planned * scale === planned &&
          row.delivered * scale === delivered
        );
      });
      expect(same, `${name}: ${goal}, ${came}`).toHaveLength(1);
    }
  }
  expect(map.get("manager")).toBe(3);
  expect(map.get("mill")).toBeGreaterThan(0);
  expect([map.get("rival"), map.get("driver")]).toEqual([0, 0]);
});

it("shows a land owner the volume hauled from its land, and hides it from other companies", async () => {
  const owner = await signedIn("owner");
  const { to_date } = await owner.call(getDashboard, {});
  expect(to_date?.length).toBeGreaterThan(0);
  for (const { job, came, href } of to_date ?? [])
    expect([job, came.split(" load")[0]]).toEqual([job, String(await totalAt(owner, href))]);
  const { rows } = await db.client.execute({
    sql: `SELECT d.unit, sum(d.volume), sum(d.volume * (1 - d.is_scaled)) FROM company_delivery d WHERE d.company_id = ? AND d.job_id = ? GROUP BY 1 ORDER BY 1`,
    args: [owner.actor.company?.id ?? 0, to_date?.[0]?.id ?? 0],
  });
  const volumes = rows.map((row) => formatScaledAndEstimated(Number(row[1]), Number(row[2]), Number(row[0])));
  expect(to_date?.[0]?.came.split(", ").slice(1).join(", ")).toBe(volumes.join(", "));
  for (const name of ["manager", "hauler", "rival"])
    expect((await (await signedIn(name)).call(getDashboard, {})).to_date).toBeNull();
});

it("shows the work for which each rate pays", async () => {
  const { rates } = await (await signedIn("logger")).call(getDashboard, {});
  const what = rates?.map(({ job, what: of, payer }) => `${job} ${of} ${payer}`) ?? [];
  expect(new Set(what).size).toBe(what.length);
  expect(what.join()).toMatch(/Cut, pulpwood.*Skid, pulpwood/);
});

it("shows zeros on the dashboard of a company without loads", async () => {
  const [made] = await db.batch([
    db.write
      .insert(company)
      .values({ name: "Nobody's Timber", is_land_manager: true, created_at: AT.toISOString() })
      .returning({ id: company.id })
      .toSQL(),
  ]);
  const [person] = await db.read.select().from(user).where(eq(user.email, "rival@demo.test"));
  const rival = await actAs(db, person?.id ?? 0, null, () => AT);
  const { permissions } = (await signedIn("rival")).actor;
  const actor = (await signedIn("rival")).actor.company;
  expect(actor).not.toBeNull();
  if (actor)
    Object.assign(rival.actor, { company: { ...actor, id: Number(made?.rows[0]?.id) }, permissions });
  const { stat_cards, needs_you, weeks } = await rival.call(getDashboard, {});
  expect(needs_you).toEqual([]);
  expect(
    new Set([...stat_cards.map(({ value }) => value), ...weeks.map(({ loads }) => String(loads))]),
  ).toEqual(new Set(["0"]));
});
