import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#db/client.server";
import { FIXED_INSTANT, makeCompany, makeJob, makeJobCompany, makeTicket, makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { resolveFilter } from "~/modules/trip-tickets/list/rules/filter";
import { parseFilter } from "~/modules/trip-tickets/rules/filter-query";
import { listTickets } from "~/modules/trip-tickets/shared/list.server";
import { createGoal, deleteGoal, getGoal, getGoalForm, updateGoal } from "./goals.server";
import { getPlan } from "./plan.server";

/** A Wednesday, in the week that began on November 16. */
const NOW = new Date("2026-11-18T18:00:00Z");
type Person = Harvest["manager"];
let db: Database;
let h: Harvest;
let forester: Person;
let mill: Person;
let yard = 0;
/** Company unrelated to the others. */
let away: { id: number };
const at = (who: Person, companyId: number) => actAs(db, who.actor.user?.id ?? 0, companyId, () => NOW);

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  away = await makeCompany(db, {});
  const land = await makeCompany(db, { name: "Karhu Forestry" });
  const user = await makeUser(db, {}, [land.admins]);
  await makeJobCompany(db, h.ids.job, land.id, { is_land_manager: true });
  forester = await actAs(db, user, land.id, () => NOW);
  await db.client.execute({ sql: "UPDATE company SET is_mill = 1 WHERE id = ?", args: [h.ids.mill.id] });
  for (const [who, of] of [
    ["manager", h.ids.manager.id],
    ["hauler", h.ids.hauler.id],
    ["second", h.ids.second.id],
    ["logger", h.ids.logger.id],
    ["rival", h.ids.rival.id],
  ] as const)
    h[who] = await at(h[who], of);
  mill = await at(h.mill, h.ids.mill.id);
  const { rows } = await db.client.execute({
    sql: "SELECT company_location_id AS id FROM job_destination WHERE id = ?",
    args: [h.ids.destination],
  });
  yard = Number(rows[0]?.id);
  const delivered = (hauler: number, instant: string, more = {}) =>
    makeTicket(
      db,
      { id: h.ids.job, requester: h.ids.manager.id, destination: h.ids.destination },
      {
        trip_ticket_status_id: 3,
        dropped_off_at: instant,
        hauler_company_id: hauler,
        estimated_volume: 27_000,
        estimated_wood_unit_type_id: 2,
        ...more,
      },
    );
  for (let i = 0; i < 5; i++) await delivered(h.ids.hauler.id, `2026-11-1${6 + (i % 3)}T15:00:00.000Z`);
  for (let i = 0; i < 3; i++) await delivered(h.ids.second.id, "2026-11-17T15:00:00.000Z");
  // Delivered late on the preceding Sunday in Detroit time, so in the previous week.
  await delivered(h.ids.hauler.id, "2026-11-16T04:30:00.000Z");
});
/** If there are more goals than jobs, the query starts from the jobs; otherwise it starts from the goals. */
describe.each([
  ["jobs than goals", 1000, 0],
  ["goals than jobs", 0, 60],
])("with more %s", (_, jobs, goals) => {
  beforeEach(async () => {
    await db.client.execute("DELETE FROM production_goal");
    await db.client.execute(`UPDATE company_job_count SET n = ${jobs} + 1`);
    const job = await makeJob(db, away.id);
    for (let i = 0; i < goals; i++)
      await db.client.execute({
        sql: `INSERT INTO production_goal (company_id, job_id, grain, amount, starts_on, created_at) VALUES (?, ?, 'week', 7, '2026-11-02', ?)`,
        args: [away.id, job, FIXED_INSTANT],
      });
  });

  const week = { grain: "week", starts_on: "2026-11-02", amount: "40" } as const;
  const plan = async (who: Person, on?: string) =>
    (await who.call(getPlan, on ? { on } : {})).rows.map((r) => [
      r.label,
      r.planned,
      r.delivered,
      r.left,
      r.is_part,
    ]);
  const fieldsOf = async (call: Promise<unknown>) =>
    Object.keys((await catchError(call)).refusal.facts.fields ?? {});

  it("compares a job's goal with its loads of the reader's week, and links to a list of the same loads", async () => {
    await h.manager.call(createGoal, { ...week, job_id: h.ids.job });
    const { rows } = await h.manager.call(getPlan, {});
    expect(rows).toMatchObject([
      { planned: 40, delivered: 8, left: 32, days_left: 3, a_day: 11, from: "2026-11-16", to: "2026-11-22" },
    ]);
    const filter = parseFilter(new URL(rows[0]?.href ?? "", "http://here").searchParams);
    const list = await h.manager.call(listTickets, {
      page: 0,
      view: "loads",
      ...resolveFilter(filter, "America/Detroit"),
    });
    expect(list.total).toBe(8);
    expect((await plan(h.manager, "2026-11-12")).map((r) => r[2])).toEqual([1]);
    expect(await plan(h.manager, "2026-11-01")).toEqual([]);
  });

  it("counts a volume goal only in its own unit, and a hauler's goal only by that hauler's loads", async () => {
    await h.manager.call(createGoal, { ...week, job_id: h.ids.job, wood_unit_type_id: 2, amount: "1,000.5" });
    await h.manager.call(createGoal, { ...week, job_id: h.ids.job, wood_unit_type_id: 3 });
    await h.manager.call(createGoal, { ...week, job_id: h.ids.job, hauler_company_id: h.ids.second.id });
    // Nobody has scaled these loads.
    expect((await h.manager.call(getPlan, {})).rows.map((r) => r.estimated)).toEqual([216_000, 0, 0]);
    expect((await plan(h.manager)).map((r) => [r[1], r[2]])).toEqual([
      [1_000_500, 216_000],
      [40_000, 0],
      [40, 3],
    ]);
  });

  it("companies on the job read its goal with the loads they see; only its hauler and creator read a hauler's goal", async () => {
    await h.manager.call(createGoal, { ...week, job_id: h.ids.job });
    await h.manager.call(createGoal, {
      ...week,
      job_id: h.ids.job,
      hauler_company_id: h.ids.second.id,
      amount: "20",
    });
    const seen = async (who: Person) =>
      (await plan(who)).map(([, planned, delivered, , part]) => [planned, delivered, part]);
    expect(await seen(h.manager)).toEqual([
      [40, 8, false],
      [20, 3, false],
    ]);
    expect(await seen(h.second)).toEqual([
      [40, 3, true],
      [20, 3, false],
    ]);
    expect(await seen(h.hauler)).toEqual([[40, 6 - 1, true]]);
    expect(await seen(forester)).toEqual([[40, 8, false]]);
    expect([await seen(h.rival), await seen(mill)]).toEqual([[], []]);
  });

  it("a mill's goal for its yard is visible to companies that run jobs delivering to the yard, not to a rival", async () => {
    await mill.call(createGoal, { ...week, company_location_id: yard });
    expect((await plan(mill)).map((r) => [r[1], r[2], r[4]])).toEqual([[40, 8, false]]);
    expect((await plan(h.manager)).map((r) => r[1])).toEqual([40]);
    expect(await plan(h.rival)).toEqual([]);
  });

  it("only requester, land manager and mill set goals, each only for its own jobs or yards", async () => {
    await forester.call(createGoal, { ...week, job_id: h.ids.job });
    for (const who of [h.logger, h.hauler, h.rival, mill])
      expect(await fieldsOf(who.call(createGoal, { ...week, job_id: h.ids.job }))).toEqual(["job_id"]);
    for (const who of [h.manager, h.rival])
      expect(await fieldsOf(who.call(createGoal, { ...week, company_location_id: yard }))).toEqual([
        "company_location_id",
      ]);
    const job = { ...week, job_id: h.ids.job };
    for (const [more, field] of [
      [{ hauler_company_id: h.ids.logger.id }, "hauler_company_id"],
      [{ product_type_id: 9_999 }, "product_type_id"],
      [{ amount: "0" }, "amount"],
      [{ amount: "12.5" }, "amount"],
      [{ ends_on: "2026-11-01" }, "ends_on"],
      [{ company_location_id: yard }, "job_id"],
    ] as const)
      expect(await fieldsOf(h.manager.call(createGoal, { ...job, ...more }))).toEqual([field]);
    const form = await h.manager.call(getGoalForm, {});
    expect([form.jobs.map((j) => j.id), form.places]).toEqual([[h.ids.job], []]);
    expect(form.haulers.map((c) => c.id).sort()).toEqual([h.ids.hauler.id, h.ids.second.id].sort());
    expect((await mill.call(getGoalForm, {})).places.map((p) => p.id)).toContain(yard);
  });

  it("only the company that created a goal changes and deletes it, at the version read", async () => {
    const { id } = await h.manager.call(createGoal, { ...week, job_id: h.ids.job });
    const change = { ...week, job_id: h.ids.job, production_goal_id: id, amount: "50" };
    for (const who of [forester, h.hauler, h.rival, mill]) {
      expect((await catchError(who.call(updateGoal, { ...change, version: 2 }))).kind).toBe("missing");
      expect((await catchError(who.call(deleteGoal, { production_goal_id: id, version: 2 }))).kind).toBe(
        "missing",
      );
      expect((await catchError(who.call(getGoal, { production_goal_id: id }))).kind).toBe("missing");
    }
    await h.manager.call(updateGoal, { ...change, version: 2 });
    expect((await catchError(h.manager.call(updateGoal, { ...change, version: 2 }))).kind).toBe("stale");
    expect((await plan(h.manager)).map((r) => r[1])).toEqual([50]);
    await h.manager.call(deleteGoal, { production_goal_id: id, version: 3 });
    expect(await plan(h.manager)).toEqual([]);
  });
});
