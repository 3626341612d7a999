import type { InStatement } from "@libsql/client";
import { beforeAll, expect, it } from "vitest";
import type { Database } from "#db/client.server";
import { createReader, getClient } from "#db/drivers.server";
import { actAs } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createThrowingClient } from "#db/throwing-client";
import { formatChange } from "~/lib/period-comparison/compare";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { runProcedure } from "~/web/run-procedure.server";
import { getDashboard } from "./dashboard.server";

/** Test time: a Wednesday; the week before began on the 9th. */
const NOW = new Date("2026-11-18T18:00:00Z");
const LAST_WEEK = "2026-11-10T18:00:00.000Z";
const WEEK_BEFORE = "2026-11-04T18:00:00.000Z";
let db: Database;
let h: Harvest;
const run = (sql: string, ...args: (string | number | null)[]) => db.client.execute({ sql, args });

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  for (const who of ["manager", "hauler", "rival"] as const)
    h[who] = await actAs(db, h[who].actor.user?.id ?? 0, h.ids[who].id, () => NOW);
});

const deliver = (dropped_off_at: string) =>
  h.ticket({ trip_ticket_status_id: STATUS.completed, hauler_company_id: h.ids.hauler.id, dropped_off_at });

/**
 * Return the dashboard's figures for the last two full weeks and for unscaled loads; `there` calculates the same
 * figures from all loads.
 */
async function said(who: Harvest["manager"]) {
  const { weeks, needs_you } = await who.call(getDashboard, {});
  const unscaled = needs_you.find(({ key }) => key === "not_scaled")?.count ?? 0;
  return [weeks.at(-3)?.loads, weeks.at(-2)?.loads, unscaled];
}
async function there(who: Harvest["manager"]) {
  const { rows } = await run(
    `SELECT t.dropped_off_at AS at, t.scaled_volume AS scaled FROM trip_ticket t
      WHERE t.trip_ticket_status_id = 3 AND t.id IN (SELECT r.trip_ticket_id FROM trip_ticket_reader r WHERE r.company_id = ?)`,
    who.actor.company?.id ?? 0,
  );
  const positions = rows.map((row) => ({ at: String(row.at), scaled: row.scaled }));
  const from = (day: string, end: string) => positions.filter((t) => t.at >= day && t.at < end).length;
  // Times are midnight in Detroit; the load of the 14th is four days old.
  return [
    from("2026-11-02T05", "2026-11-09T05"),
    from("2026-11-09T05", "2026-11-16T05"),
    positions.filter((t) => t.scaled === null && t.at >= "2026-09-19T04" && t.at < "2026-11-15T05").length,
  ];
}

it("recounts past weeks and unscaled loads after each change, for every company that sees the load", async () => {
  let load = 0;
  const acts: [string, () => Promise<unknown>][] = [
    ["nothing", async () => {}],
    ["a load of last week", async () => (load = await deliver(LAST_WEEK))],
    ["another one", () => deliver(LAST_WEEK)],
    [
      "it was the week before",
      () => run("UPDATE trip_ticket SET dropped_off_at = ? WHERE id = ?", WEEK_BEFORE, load),
    ],
    [
      "it is scaled",
      () =>
        run("UPDATE trip_ticket SET scaled_volume = 9000, scaled_wood_unit_type_id = 2 WHERE id = ?", load),
    ],
    ["it is deleted", () => run("UPDATE trip_ticket SET is_deleted = 1 WHERE id = ?", load)],
    ["it is there again", () => run("UPDATE trip_ticket SET is_deleted = 0 WHERE id = ?", load)],
    ["it is opened again", () => run("UPDATE trip_ticket SET trip_ticket_status_id = 2 WHERE id = ?", load)],
    [
      "the hauler leaves",
      () => run("UPDATE job_company SET removed_at = ? WHERE company_id = ?", LAST_WEEK, h.ids.hauler.id),
    ],
  ];
  const set = new Set<string>();
  for (const [what, act] of acts) {
    await act();
    for (const who of [h.manager, h.hauler, h.rival]) {
      const expected = await there(who);
      expect([what, ...(await said(who))]).toEqual([what, ...expected]);
      set.add(expected.join());
    }
  }
  expect(set.size).toBe(5);
});

it("doesn't recount loads until a load changes, whatever other data is written", async () => {
  const requests: string[] = [];
  const execute = (inStatement: InStatement) => getClient(db.read).execute(inStatement);
  const read = createReader(
    { ...createThrowingClient("It reads."), execute },
    { logQuery: (text) => void requests.push(text) },
  );
  /** Check whether loading the dashboard counted past weeks. */
  const counts = async () => {
    requests.length = 0;
    const call = { db: { ...db, read }, actor: h.manager.actor, now: NOW, address: "here" };
    await runProcedure(getDashboard, call, {});
    expect(requests.length).toBeGreaterThan(3);
    return requests.some((text) => text.includes("d.is_scaled = 0"));
  };
  expect([await counts(), await counts()]).toEqual([true, false]);
  await run("UPDATE company SET name = 'Another name' WHERE id = ?", h.ids.rival.id);
  expect(await counts()).toBe(false);
  await deliver(LAST_WEEK);
  expect([await counts(), await counts()]).toEqual([true, false]);
});

it("compares this week with last week up to the same hour, even with cached days", async () => {
  const hour = (now: string) => ({
    now: new Date(now),
    lastWeek: new Date(Date.parse(now) - 7 * 86_400_000),
  });
  const looks = [
    "2026-11-18T18:00:00Z",
    "2026-11-18T18:00:01Z",
    "2026-11-18T20:00:00Z",
    "2026-11-19T17:00:00Z",
  ].map(hour);
  const compare = async () => {
    const { rows } = await run(
      "SELECT dropped_off_at AS at FROM trip_ticket WHERE trip_ticket_status_id = 3 AND is_deleted = 0",
    );
    const between = (from: string, end: string) =>
      rows.filter(({ at }) => String(at) >= from && String(at) < end).length;
    const words = [];
    for (const { now, lastWeek } of looks) {
      const until = new Date(lastWeek.getTime() + 1000).toISOString();
      const [loads, before] = [between("2026-11-16T05", "2026-11-23T05"), between("2026-11-09T05", until)];
      const call = { db, actor: h.manager.actor, now, address: "here" };
      const { stat_cards, weeks } = await runProcedure(getDashboard, call, {});
      const week = stat_cards.find(({ key }) => key === "week");
      const base = { base: "last week by this hour", one: "load", many: "loads" };
      expect([week?.value, week?.change, weeks.at(-1)?.loads]).toEqual([
        String(loads),
        formatChange(loads, before, base),
        loads,
      ]);
      words.push(week?.change);
    }
    return words;
  };
  const before = await compare();
  expect(await compare()).toEqual(before);
  const set = new Set(before);
  for (const instant of [
    "2026-11-16T15:00",
    "2026-11-18T17:59",
    "2026-11-11T17:59",
    "2026-11-11T19:00",
    "2026-11-10T15:00",
    "2026-11-12T16:00",
  ]) {
    await deliver(`${instant}:30.000Z`);
    for (const words of await compare()) set.add(words);
  }
  expect(set.size).toBeGreaterThan(5);
});

it("recounts waiting high-priority loads after each change to a waiting load, and only then", async () => {
  const requests: string[] = [];
  const execute = (inStatement: InStatement) => getClient(db.read).execute(inStatement);
  const read = createReader(
    { ...createThrowingClient("It reads."), execute },
    { logQuery: (text) => void requests.push(text) },
  );
  const look = async (who: Harvest["manager"]) => {
    requests.length = 0;
    const { company } = who.actor;
    if (!company) throw new Error("no company");
    const actor = { ...who.actor, company: { ...company, roles: { ...company.roles, is_hauler: true } } };
    const call = { db: { ...db, read }, actor, now: NOW, address: "here" };
    const { needs_you } = await runProcedure(getDashboard, call, {});
    const counted = requests.some(
      (text) => /trip_ticket_priority_id = 1/.test(text) && text.includes("count(*)"),
    );
    return { counted, n: needs_you.find(({ key }) => key === "high_priority")?.count ?? 0 };
  };
  const there = async (who: Harvest["manager"]) => {
    const { rows } = await run(
      `SELECT count(*) AS n FROM trip_ticket t WHERE t.trip_ticket_status_id IN (${STATUS.available}, ${STATUS.inYard}) AND t.trip_ticket_priority_id = 1
        AND t.id IN (SELECT r.trip_ticket_id FROM trip_ticket_reader r WHERE r.company_id = ?)`,
      who.actor.company?.id ?? 0,
    );
    return Number(rows[0]?.n);
  };
  const [load, other] = [
    await h.ticket({ trip_ticket_status_id: STATUS.available }),
    await h.ticket({ trip_ticket_status_id: STATUS.inYard }),
  ];
  // Undo an earlier test that may have removed the hauler from the job.
  await run("UPDATE job_company SET removed_at = NULL");
  const match = new Set<number>();
  const set = (what: string, id: number) => run(`UPDATE trip_ticket SET ${what} WHERE id = ?`, id);
  for (const act of [
    () => set("trip_ticket_priority_id = 1", load),
    () => set("trip_ticket_priority_id = 1", other),
    () => set("trip_ticket_priority_id = 2", load),
    () => set(`trip_ticket_status_id = ${STATUS.available}`, other),
    () => set(`trip_ticket_status_id = ${STATUS.claimed}`, other),
    () => set("trip_ticket_priority_id = 1", load),
    () => set("is_deleted = 1", load),
  ]) {
    await act();
    for (const who of [h.hauler, h.rival]) {
      const n = await there(who);
      expect((await look(who)).n).toBe(n);
      expect(await look(who)).toEqual({ counted: false, n });
      match.add(n);
    }
  }
  expect([...match].sort()).toEqual([0, 1, 2]);
});
