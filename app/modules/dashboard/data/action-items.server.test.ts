import { beforeAll, expect, it } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeJobCompany, makeTicket } from "#db/factories";
import { actAs } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getJobChecks } from "~/modules/checks/data/checks.server";
import { getJobCompanies } from "~/modules/jobs/companies/data/companies.server";
import { acceptJob, getAcceptance } from "~/modules/jobs/companies/data/invitations.server";
import { getPlan } from "~/modules/production/data/plan.server";
import { getStatement } from "~/modules/reconcile/data/statement-page.server";
import { addStatement, mapStatement } from "~/modules/reconcile/data/statements.server";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { getDashboard } from "./dashboard.server";

/** Test time: a Wednesday, after two full days of its week. */
const NOW = new Date("2026-11-18T18:00:00Z");
let db: Database;
let h: Harvest;
const run = (sql: string, ...args: (string | number | null)[]) => db.client.execute({ sql, args });
const at = (who: Harvest["manager"], company: number) =>
  actAs(db, who.actor.user?.id ?? 0, company, () => NOW);

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await run(
    "UPDATE company SET is_land_manager = 0, is_cutter = 0, is_skidder = 0, is_hauler = 0, is_mill = 0, is_land_owner = 1 WHERE id = ?",
    h.ids.owner.id,
  );
  for (const who of ["manager", "owner", "logger", "hauler", "second", "mill", "rival"] as const)
    h[who] = await at(h[who], h.ids[who].id);
  await run("DELETE FROM job_haul_rate");
  await run("DELETE FROM job_product_rate");
});

const needs = async (who: Harvest["manager"]) =>
  Object.fromEntries((await who.call(getDashboard, {})).needs_you.map(({ key, count }) => [key, count]));
const without = async (who: Harvest["manager"], flag: "job_rate" | "job_company" | "landing_inventory") => {
  const { permissions } = who.actor;
  const had = permissions[flag];
  Object.assign(permissions, { [flag]: { ...had, read: false } });
  const match = await needs(who);
  Object.assign(permissions, { [flag]: had });
  return match;
};

it("lists jobs with missing load numbers, only to the company that manages the numbers", async () => {
  const key = `gaps_${h.ids.job}`;
  for (let i = 0; i < 6; i++)
    await makeTicket(db, { id: h.ids.job, requester: h.ids.manager.id, destination: h.ids.destination });
  const { rows } = await run("SELECT max(load_number) AS n FROM trip_ticket WHERE job_id = ?", h.ids.job);
  await run("INSERT OR REPLACE INTO number_series VALUES ('load', ?, ?)", h.ids.job, Number(rows[0]?.n));
  expect(await needs(h.manager)).not.toHaveProperty(key);
  // The number of a deleted load isn't missing; a number that no load ever had is.
  await run("UPDATE trip_ticket SET is_deleted = 1 WHERE job_id = ? AND load_number = 2", h.ids.job);
  await run("UPDATE number_series SET last = last + 3 WHERE kind = 'load' AND owner_id = ?", h.ids.job);
  const { numbers } = await h.manager.call(getJobChecks, { job_id: h.ids.job });
  const missing = numbers?.missing.reduce((n, { from, to }) => n + to - from + 1, 0);
  expect([(await needs(h.manager))[key], missing]).toEqual([3, 3]);
  for (const who of [h.logger, h.hauler, h.mill, h.rival, h.owner])
    expect(await needs(who)).not.toHaveProperty(key);
  await run("UPDATE job SET job_status_id = 2 WHERE id = ?", h.ids.job);
  expect(await needs(h.manager)).not.toHaveProperty(key);
  await run("UPDATE job SET job_status_id = 1 WHERE id = ?", h.ids.job);
});

it("counts delivered loads without a hauler, as the job's Checks page does, for the company that manages the numbers", async () => {
  const key = `unhauled_${h.ids.job}`;
  expect(await needs(h.manager)).not.toHaveProperty(key);
  for (const status of [STATUS.available, STATUS.completed, STATUS.completed]) {
    const id = await makeTicket(db, {
      id: h.ids.job,
      requester: h.ids.manager.id,
      destination: h.ids.destination,
    });
    await run(
      "UPDATE trip_ticket SET trip_ticket_status_id = ?, hauler_company_id = NULL, hauler_user_id = NULL WHERE id = ?",
      status,
      id,
    );
  }
  const { unhauled } = await h.manager.call(getJobChecks, { job_id: h.ids.job });
  expect([(await needs(h.manager))[key], unhauled.total]).toEqual([2, 2]);
  for (const who of [h.logger, h.hauler, h.mill, h.rival, h.owner])
    expect(await needs(who)).not.toHaveProperty(key);
});

it("counts companies that work on a job without a rate, only for the requester with permission to see rates", async () => {
  const key = `rates_${h.ids.job}`;
  // Companies without a rate: the logger and two haulers.
  expect((await needs(h.manager))[key]).toBe(3);
  expect(await without(h.manager, "job_rate")).not.toHaveProperty(key);
  for (const who of [h.logger, h.rival]) expect(await needs(who)).not.toHaveProperty(key);
  await run(
    "INSERT INTO job_haul_rate (job_id, job_destination_id, receiving_company_id, paying_company_id, per, rate) VALUES (?, ?, ?, ?, 'load', 1000)",
    h.ids.job,
    h.ids.destination,
    h.ids.hauler.id,
    h.ids.manager.id,
  );
  expect(await needs(h.manager)).not.toHaveProperty(key);
});

it("lists companies that haven't answered an invitation after three days", async () => {
  const key = `unanswered_${h.ids.job}`;
  expect(await needs(h.manager)).not.toHaveProperty(key);
  const company = await makeCompany(db);
  await makeJobCompany(db, h.ids.job, company.id, { is_hauler: true });
  await run("UPDATE job_company SET accepted_at = NULL WHERE company_id = ?", company.id);
  await run(
    "UPDATE job_company SET invited_at = '2026-11-16T18:00:00.000Z' WHERE company_id = ?",
    company.id,
  );
  expect(await needs(h.manager)).not.toHaveProperty(key);
  await run(
    "UPDATE job_company SET invited_at = '2026-11-14T18:00:00.000Z' WHERE company_id = ?",
    company.id,
  );
  expect((await needs(h.manager))[key]).toBe(1);
  expect(await without(h.manager, "job_company")).not.toHaveProperty(key);
  expect(await needs(h.logger)).not.toHaveProperty(key);
  await run(
    "UPDATE job_company SET declined_at = '2026-11-15T18:00:00.000Z' WHERE company_id = ?",
    company.id,
  );
  expect(await needs(h.manager)).not.toHaveProperty(key);
});

it("lists a landing with negative inventory to the job's manager and to companies that work at the landing", async () => {
  const key = `landing_${h.ids.job}`;
  const resultSet = await run(
    "INSERT INTO landing (job_id, name, creator_company_id, created_at) VALUES (?, 'North', ?, '2026-11-16T12:00:00.000Z') RETURNING id",
    h.ids.job,
    h.ids.manager.id,
  );
  const note = (unit: number, volume: number) =>
    run(
      `INSERT INTO landing_inventory (landing_id, product_type_id, wood_unit_type_id, estimated_volume_remaining, creator_company_id, created_at)
        VALUES (?, 1, ?, ?, ?, '2026-11-16T12:00:00.000Z')`,
      Number(resultSet.rows[0]?.id),
      unit,
      volume,
      h.ids.manager.id,
    );
  // Ten MBF equal 48 tons, so hauling 48 tons doesn't bring the landing below zero.
  await note(1, 10_000);
  await note(2, -48_000);
  expect(await needs(h.manager)).not.toHaveProperty(key);
  await note(2, -1_000);
  for (const who of [h.manager, h.logger]) expect((await needs(who))[key]).toBe(1);
  for (const who of [h.hauler, h.mill, h.owner, h.rival]) expect(await needs(who)).not.toHaveProperty(key);
  expect(await without(h.logger, "landing_inventory")).not.toHaveProperty(key);
});

it("shows the requester the companies that declined, for two weeks as on the job's page", async () => {
  const key = `declined_${h.ids.job}`;
  const declined = async (who: Harvest["manager"]) =>
    (await who.call(getJobCompanies, { id: h.ids.job })).declined.map(({ name }) => name);
  const company = await makeCompany(db, { name: "Says No Trucking" });
  await makeJobCompany(db, h.ids.job, company.id, { is_hauler: true });
  const says = (sql: string) => run(`UPDATE job_company SET ${sql} WHERE company_id = ?`, company.id);
  await says("accepted_at = NULL, declined_at = '2026-11-10T18:00:00.000Z'");
  expect((await needs(h.manager))[key]).toBe((await declined(h.manager)).length);
  expect(await declined(h.manager)).toContain("Says No Trucking");
  expect(await declined(h.logger)).toEqual([]);
  for (const who of [h.logger, h.rival, h.mill]) expect(await needs(who)).not.toHaveProperty(key);
  expect(await without(h.manager, "job_company")).not.toHaveProperty(key);
  const before = (await declined(h.manager)).length;
  await says("declined_at = '2026-11-03T18:00:00.000Z'");
  expect((await declined(h.manager)).length).toBe(before - 1);
  expect((await needs(h.manager))[key] ?? 0).toBe(before - 1);
});

it("prompts a company to accept its changed contract, until it has accepted", async () => {
  const key = `changed_${h.ids.job}`;
  const place = (sql: string) =>
    run(`UPDATE job_company SET ${sql} WHERE job_id = ? AND company_id = ?`, h.ids.job, h.ids.logger.id);
  await place("accepted_at = '2026-11-01T12:00:00.000Z', contract_changed_at = '2026-11-16T12:00:00.000Z'");
  expect((await needs(h.logger))[key]).toBe(1);
  for (const who of [h.manager, h.hauler, h.rival]) expect(await needs(who)).not.toHaveProperty(key);
  expect(await without(h.logger, "job_company")).not.toHaveProperty(key);
  const { again, version } = await h.logger.call(getAcceptance, { id: h.ids.job });
  expect(again).toBe(true);
  await h.logger.call(acceptJob, { id: h.ids.job, version: version + 1 });
  expect(await needs(h.logger)).not.toHaveProperty(key);
});

it("counts mill statement lines that match none of the company's loads", async () => {
  const { id } = await h.manager.call(addStatement, {
    mill_company_id: h.ids.mill.id,
    text: "Date,Scale ticket,Net\n11/16/2026,ZZ1,50000\n11/16/2026,ZZ2,51000",
  });
  const key = `unmatched_${id}`;
  expect(await needs(h.manager)).not.toHaveProperty(key);
  await h.manager.call(mapStatement, {
    statement_id: id,
    scaled_on: "Date",
    scale_ticket_number: "Scale ticket",
    net: "Net",
  });
  const page = await h.manager.call(getStatement, { statement_id: id });
  expect([(await needs(h.manager))[key], page.theirs.length]).toEqual([2, 2]);
  for (const who of [h.logger, h.rival, h.mill]) expect(await needs(who)).not.toHaveProperty(key);
  await run("UPDATE mill_statement SET created_at = '2026-10-10T12:00:00.000Z' WHERE id = ?", id);
  expect(await needs(h.manager)).not.toHaveProperty(key);
});

it("counts the goals that are behind, as on the production plan", async () => {
  const goal = (more: { grain?: string; amount: number; hauler?: number; unit?: number; ends_on?: string }) =>
    run(
      `INSERT INTO production_goal (company_id, job_id, hauler_company_id, grain, starts_on, ends_on, wood_unit_type_id, amount, created_at)
        VALUES (?, ?, ?, ?, '2026-10-05', ?, ?, ?, '2026-10-01T12:00:00.000Z')`,
      h.ids.manager.id,
      h.ids.job,
      more.hauler ?? null,
      more.grain ?? "week",
      more.ends_on ?? null,
      more.unit ?? null,
      more.amount,
    );
  const load = (dropped: string, hauler: number) =>
    makeTicket(
      db,
      { id: h.ids.job, requester: h.ids.manager.id, destination: h.ids.destination },
      {
        trip_ticket_status_id: 3,
        dropped_off_at: dropped,
        hauler_company_id: hauler,
        estimated_volume: 27_000,
        estimated_wood_unit_type_id: 2,
      },
    );
  // Four loads after two of the week's five days; five loads after twelve of the month's 21 days.
  for (const day of ["16", "16", "17", "18"]) await load(`2026-11-${day}T15:00:00.000Z`, h.ids.hauler.id);
  await load("2026-11-16T04:30:00.000Z", h.ids.second.id);
  const agrees = async (who: Harvest["manager"]) => {
    const marked = (await who.call(getPlan, {})).rows.filter((row) => row.is_behind).length;
    expect((await needs(who)).behind ?? 0).toBe(marked);
    return marked;
  };
  await goal({ amount: 10 });
  expect(await agrees(h.manager)).toBe(0);
  await goal({ amount: 11 });
  expect(await agrees(h.manager)).toBe(1);
  await goal({ amount: 11, ends_on: "2026-11-15" });
  expect(await agrees(h.manager)).toBe(1);
  // Delivered this week: 4 times 27 tons; the load from before Monday counts only for the month.
  await goal({ amount: 270_000, unit: 2 });
  await goal({ grain: "month", amount: 9 });
  await goal({ grain: "month", amount: 10, unit: 1 });
  expect(await agrees(h.manager)).toBe(3);
  await goal({ amount: 400, hauler: h.ids.second.id });
  expect(await agrees(h.manager)).toBe(4);
  // A goal for one hauler is hidden from other haulers and from the land owner.
  expect(await agrees(h.second)).toBe(1);
  // A company that sees only some of the goal's loads doesn't see the goal.
  expect(await agrees(h.hauler)).toBe(0);
  expect(await needs(h.owner)).not.toHaveProperty("behind");
  expect(await needs(h.rival)).not.toHaveProperty("behind");
});
