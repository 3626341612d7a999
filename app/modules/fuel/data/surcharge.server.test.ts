import { beforeAll, beforeEach, expect, test } from "vitest";
import { verifyPay } from "#db/audit/pay";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { addHaulRate, updateHaulRate } from "~/modules/rates/data/change.server";
import { listJobRates } from "~/modules/rates/data/rates.server";
import { listUnpayableLoads } from "~/modules/settlements/amounts-owed/data/needs-you.server";
import { listSettlementStatements } from "~/modules/settlements/data/statements.server";
import { buildAmountOwedSteps } from "~/modules/settlements/shared/claim-steps.server";
import { readPayStatementLines } from "~/modules/settlements/shared/read.server";
import { settleWeek } from "~/modules/settlements/testing/week.server";
import { ConcurrentWriteError, commitSteps } from "~/web/commit.server";
import { createFuelPayHelpers, PERCENT_FUEL_RULE } from "../testing/fuel-pay.server";
import { addFuelPrice } from "./fuel.server";
import { importFuelPrices } from "./import.server";
import { addFuelRule, getFuelRule, listFuelRules, stopFuelRule } from "./rules.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  h = await makeHarvest(db);
  await grantSettlements();
});

const { now, grantSettlements, rule, haul, load, fuel, price } = createFuelPayHelpers(() => ({ db, h }));
const told = async (call: Promise<unknown>) => (await catchError(call)).refusal.facts.fields;

test("pays a load's surcharge only by the price of the load's own week, once that price is known", async () => {
  await price("2026-10-26", "4.00");
  await h.manager.call(addHaulRate, haul((await rule()).id));
  await load("2026-11-04");
  expect(await fuel()).toEqual(["no_fuel_price"]);
  const { groups } = await h.manager.call(listUnpayableLoads, { problem: "no_fuel_price" });
  expect(groups[0]).toMatchObject({
    title: "No price of diesel for the week",
    loads: [{ service: "Fuel", step: { label: "Add the price", href: "/settlements/fuel#add" } }],
  });
  await price("2026-11-02", "4.00");
  // 25 steps of six cents: 25% of $250.00.
  expect(await fuel()).toEqual([6_250]);
  expect((await verifyPay(db)).faults).toEqual([]);
});

test("shows the surcharge as its own statement line, and pays a corrected price on the next statement", async () => {
  await price("2026-11-02", "4.00");
  await h.manager.call(addHaulRate, haul((await rule()).id));
  await load("2026-11-04");
  await settleWeek(h.manager, [h.ids.hauler.id]);
  const latest = async () => (await h.hauler.call(listSettlementStatements, {})).settlement_statements[0];
  const first = await latest();
  expect(first).toMatchObject({ total_cents: 31_250, line_count: 2 });
  expect(
    (await readPayStatementLines({ read: db.read }, first?.id ?? 0)).map((l) => [
      l.service,
      l.rate,
      l.amount_cents,
      l.words,
    ]),
  ).toEqual([
    ["Haul", "$250.00 per load", 25_000, ""],
    ["Fuel", "25% of $250.00", 6_250, "Diesel at $4.000 a gallon, base $2.500"],
  ]);
  await price("2026-11-02", "4.06", true);
  expect(await fuel()).toEqual([6_500]);
  await settleWeek(h.manager, [h.ids.hauler.id]);
  expect(await latest()).toMatchObject({ total_cents: 250, line_count: 2 });
  expect((await verifyPay(db)).faults).toEqual([]);
});

test("pays by the mile and by the ton, and nothing at the base price", async () => {
  await price("2026-11-02", "4.00");
  await price("2026-11-09", "2.50", true);
  await db.batch([
    {
      sql: "UPDATE job_destination SET mileage = 40, mileage_is_estimate = 0 WHERE id = ?",
      params: [h.ids.destination],
    },
  ]);
  const { id } = await h.manager.call(
    addHaulRate,
    haul((await rule({ name: "By the ton", method: "unit", gallons: "0.35", wood_unit_type_id: 2 })).id),
  );
  await load("2026-11-04");
  await load("2026-11-11");
  expect(await fuel()).toEqual([1_439]);
  const miles = await rule({ name: "By the mile", method: "mile", mpg: "5" });
  await h.manager.call(updateHaulRate, { ...haul(miles.id), rate_id: id, version: 2 });
  expect(await fuel()).toEqual([1_200]);
  expect((await verifyPay(db)).faults).toEqual([]);
});

test("requires confirmation of a surcharge change that affects loads, and shows the change in dollars", async () => {
  await price("2026-11-02", "4.00");
  const { id } = await h.manager.call(addHaulRate, haul(null));
  await load("2026-11-04");
  expect(await fuel()).toEqual([]);
  const edit = { ...haul((await rule()).id), rate_id: id, version: 2, ask_first: true };
  const moves = "1 load since Nov 4, 2026 changes from $0.00 to $62.50 (+$62.50).";
  expect(await told(h.manager.call(updateHaulRate, edit))).toEqual({ moves: [moves] });
  await h.manager.call(updateHaulRate, { ...edit, moves });
  expect(await fuel()).toEqual([6_250]);
});

test("keeps the surcharge of a rate that has already paid a load, and starts another surcharge on a given day", async () => {
  await price("2026-11-02", "4.00");
  const first = await rule();
  const { id } = await h.manager.call(addHaulRate, haul(first.id));
  await load("2026-11-04");
  await settleWeek(h.manager, [h.ids.hauler.id]);
  const other = await rule({ name: "Two percent", percent: "2" });
  const edit = { ...haul(other.id), rate_id: id, version: 2 };
  expect(await told(h.manager.call(updateHaulRate, edit))).toEqual({
    effective_on: [expect.stringContaining("When does the new one start?")],
  });
  await h.manager.call(updateHaulRate, { ...edit, effective_on: "2026-11-05" });
  await load("2026-11-06");
  expect(await fuel()).toEqual([6_250, 12_500]);
  for (const change of [
    `UPDATE fuel_rule SET base_mills = 3000 WHERE id = ${first.id}`,
    `DELETE FROM fuel_rule WHERE id = ${first.id}`,
    `UPDATE job_haul_rate SET fuel_rule_id = NULL WHERE id = ${id}`,
  ])
    await expect(db.client.execute(change)).rejects.toThrow(/stays/);
});

test("uses the company's own price before the public one, and ignores another company's price", async () => {
  await h.manager.call(addHaulRate, haul((await rule()).id));
  await load("2026-11-04");
  await h.rival.call(addFuelPrice, { region: "R20", week_on: "2026-11-02", price: "9", again: false });
  expect(await fuel()).toEqual(["no_fuel_price"]);
  await importFuelPrices(db, [{ region: "R20", week_on: "2026-11-02", price_mills: 4_000 }], now());
  expect(await fuel()).toEqual([6_250]);
  await price("2026-11-02", "4.12", true);
  expect(await fuel()).toEqual([6_750]);
});

test("lets only its own company read and use a surcharge; the rate's hauler reads its terms", async () => {
  const { id } = await rule();
  expect((await h.rival.call(listFuelRules, {})).fuel_rules).toEqual([]);
  for (const theirs of [
    h.rival.call(getFuelRule, { fuel_rule_id: id }),
    h.rival.call(stopFuelRule, { fuel_rule_id: id }),
  ])
    expect((await catchError(theirs)).kind).toBe("missing");
  const theirs = await h.rival.call(addFuelRule, PERCENT_FUEL_RULE);
  expect(await told(h.manager.call(addHaulRate, haul(theirs.id)))).toEqual({
    fuel_rule_id: ["Choose one of your fuel surcharges"],
  });
  await h.manager.call(addHaulRate, haul(id));
  const words = "1% of the haul for each 6 cents over $2.500 a gallon in the Midwest region";
  expect((await h.hauler.call(listJobRates, { job_id: h.ids.job })).haul_rates).toMatchObject([
    { fuel_rule_id: id, fuel: words },
  ]);
  expect((await h.logger.call(listJobRates, { job_id: h.ids.job })).haul_rates).toEqual([]);
  await h.manager.call(stopFuelRule, { fuel_rule_id: id });
  expect((await h.manager.call(listFuelRules, {})).fuel_rules).toEqual([]);
  expect(await told(h.manager.call(addHaulRate, haul(id, { effective_on: "2026-11-20" })))).toHaveProperty(
    "fuel_rule_id",
  );
});

test("aborts the commit if a price was added after the amounts owed were read", async () => {
  await h.manager.call(addHaulRate, haul((await rule()).id));
  const id = await load("2026-11-04");
  const steps = await buildAmountOwedSteps({ read: db.read, now: now() }, [id]);
  await h.manager.call(addFuelPrice, { region: "R20", week_on: "2026-08-03", price: "4", again: false });
  await expect(commitSteps(db, steps, {}, null)).rejects.toBeInstanceOf(ConcurrentWriteError);
});

test("rejects invalid surcharge values with an error on their field", async () => {
  for (const [more, field] of [
    [{ name: " " }, "name"],
    [{ base: "0.5" }, "base"],
    [{ base: "two" }, "base"],
    [{ percent: "0" }, "percent"],
    [{ percent: "101" }, "percent"],
    [{ step: "0.0605" }, "step"],
    [{ step: undefined }, "step"],
    [{ method: "mile", mpg: "0.5" }, "mpg"],
    [{ method: "mile", mpg: "1e1" }, "mpg"],
    [{ method: "unit", gallons: "0", wood_unit_type_id: 2 }, "gallons"],
    [{ method: "unit", gallons: "0.35", wood_unit_type_id: undefined }, "wood_unit_type_id"],
    [{ method: "day" }, "method"],
    [{ region: "Michigan" }, "region"],
    [{ from_weekday: 8 }, "from_weekday"],
  ] as const)
    expect(Object.keys((await told(rule(more))) ?? {}), JSON.stringify(more)).toEqual([field]);
  await rule();
  expect(await told(rule({ name: "BY THE PERCENT" }))).toHaveProperty("name");
});
