import { beforeAll, beforeEach, expect, test } from "vitest";
import { insertRow } from "#db/factories";
import * as t from "#db/schema";
import { catchError } from "#db/testing/acting";
import { getJobDraft } from "../../shared/draft.server";
import { createSetupHarness, SETUP_OVERVIEW, type SetupHarness } from "../testing/setup-room.server";
import { copyJobRates } from "./copy.server";
import { createJob, createJobFromDraft } from "./create-job.server";
import { addRate, getRates, saveRates } from "./rates.server";
import { getReview } from "./review.server";

let room: SetupHarness;
beforeAll(async () => {
  room = await createSetupHarness();
});
beforeEach(() => room.forget());

/** Return the form data of the rates page, with some of its rows changed. */
async function form(change: (key: string) => object = () => ({})) {
  const page = await room.manager.call(getRates, {});
  return {
    product_rates: page.product_rates.map(({ key, wood_unit_type_id, rate, minimum }) => ({
      key,
      wood_unit_type_id,
      rate: rate || undefined,
      minimum: minimum || undefined,
      ...change(key),
    })),
    haul_rates: page.haul_rates.map(({ key, per, rate, minimum }) => ({
      key,
      per,
      rate: rate || undefined,
      minimum: minimum || undefined,
      ...change(key),
    })),
    version: page.version,
  };
}
const toYard = () => `${room.hauler.id}.${room.me.id}.l${room.yard}`;
const ofJob = (id: unknown) => room.rows("job_haul_rate", `job_id = ${Number(id)} ORDER BY id`);

test("saves a minimum per load with its rate, shows it in the review, and stores it on the job's rates", async () => {
  await room.whole();
  const { call } = room.manager;
  await call(saveRates, await form((key) => (key === toYard() ? { rate: "9.375", minimum: "$260" } : {})));
  const page = await call(getRates, {});
  expect(page.haul_rates.map((r) => [r.rate, r.minimum])).toEqual([
    ["9.375", "260.00"],
    ["3.10", ""],
  ]);
  expect((await call(getReview, {})).rates.map((r) => r.terms)).toContain("at least $260.00 a load");
  expect((await call(getJobDraft, {})).draft).toMatchObject({
    haul_rates: [{ minimum_cents: 26_000 }, { minimum_cents: null }],
  });
  const job = await call(createJobFromDraft, { version: await room.versionNow() });
  expect((await ofJob(job.id)).map((r) => r.minimum_cents)).toEqual([26_000, null]);

  // A minimum that is cleared again is removed, as a cleared rate is.
  await room.whole();
  await call(saveRates, await form((key) => (key === toYard() ? { minimum: "260" } : {})));
  await call(saveRates, await form((key) => (key === toYard() ? { minimum: undefined } : {})));
  expect((await call(getRates, {})).haul_rates.map((r) => r.minimum)).toEqual(["", ""]);
});

test("rejects an invalid minimum with an error on its field, and saves nothing of the form", async () => {
  await room.whole();
  const { call } = room.manager;
  const before = await call(getRates, {});
  const send = async (change: object) => {
    const result = await catchError(
      call(saveRates, await form((key) => (key === toYard() ? change : { rate: "77" }))),
    );
    return [result.kind, result.refusal.facts.fields];
  };
  expect(await send({ minimum: "10000000.01" })).toEqual([
    "invalid",
    { "haul_rates[0].minimum": ["Type an amount like 260.00, or leave it empty."] },
  ]);
  expect(await send({ rate: undefined, minimum: "260" })).toEqual([
    "invalid",
    { "haul_rates[0].rate": ["Type the rate too, or clear the minimum per load."] },
  ]);
  for (const minimum of ["abc", "12.345", "1e3", "-5"])
    expect(await send({ minimum })).toEqual([
      "invalid",
      { "haul_rates.0.minimum": ["Type an amount like 12.50."] },
    ]);
  expect(await call(getRates, {})).toEqual(before);
});

test("adds a rate with its minimum, and keeps a copied rate's other terms when its price is changed", async () => {
  await room.whole();
  const { call } = room.manager;
  const more = {
    job_product_rate_type_id: 1,
    paying_company_id: room.hauler.id,
    receiving_company_id: room.crew.id,
    product: "5-746-0",
    wood_unit_type_id: 2,
    version: 5,
  };
  await call(addRate, { ...more, rate: "1", minimum: "12.50" });
  expect((await call(getRates, {})).product_rates.at(-1)).toMatchObject({ rate: "1.00", minimum: "12.50" });
  expect(
    (await catchError(call(addRate, { ...more, rate: "0", minimum: "1" }))).refusal.facts.fields,
  ).toEqual({
    rate: ["Type the rate too, or clear the minimum per load."],
  });

  const job = await call(createJobFromDraft, { version: await room.versionNow() });
  const [rate] = await ofJob(job.id);
  await room.db.client.execute(
    `INSERT INTO fuel_rule (company_id, name, region, base_mills, method, mpg_tenths, created_at)
      VALUES (${room.me.id}, 'Diesel', 'R20', 2500, 'mile', 50, '2026-11-01T00:00:00.000Z')`,
  );
  await room.db.client.execute(
    `UPDATE job_haul_rate SET fuel_rule_id = (SELECT max(id) FROM fuel_rule), minimum_cents = 31000, may_convert = 1, quantity_basis = 'estimated', log_rule = 'DOYLE' WHERE id = ${Number(rate?.id)}`,
  );
  for (const [company_id, parts] of [
    [room.hauler.id, 2],
    [room.crew.id, 1],
  ] as const)
    await insertRow(room.db, t.rateShare, {
      rate_table: "haul",
      rate_id: Number(rate?.id),
      company_id,
      parts,
    });
  await room.whole();
  await call(copyJobRates, { job_id: Number(job.id), version: await room.versionNow() });
  expect((await call(getRates, {})).haul_rates[0]).toMatchObject({
    minimum: "310.00",
    terms:
      "by the estimate if not scaled, other units converted, by Doyle, with its fuel surcharge, split: Crew 1/3 and Hauler 2/3",
  });
  await call(saveRates, await form((key) => (key === toYard() ? { rate: "4" } : {})));
  const second = await call(createJobFromDraft, { version: await room.versionNow() });
  const [copied] = await ofJob(second.id);
  expect(copied).toMatchObject({
    rate: 40_000,
    minimum_cents: 31_000,
    may_convert: 1,
    quantity_basis: "estimated",
    log_rule: "DOYLE",
    fuel_rule_id: expect.any(Number),
  });
  const shares = await room.rows("rate_share", `rate_table = 'haul' AND rate_id = ${Number(copied?.id)}`);
  expect(shares.map((s) => [s.company_id, s.parts]).sort()).toEqual(
    [
      [room.crew.id, 1],
      [room.hauler.id, 2],
    ].sort(),
  );
});

test("accepts minimums and splits in a job sent to the API, and creates no job for an invalid split", async () => {
  const haul = {
    company_location_id: room.yard,
    receiving_company_id: room.hauler.id,
    paying_company_id: room.me.id,
    per: "unit" as const,
    wood_unit_type_id: 2,
    rate: 9.375,
    minimum_cents: 26_000,
    may_convert: true,
  };
  const send = (more: object) =>
    room.manager.call(createJob, {
      request_user_company_id: room.me.id,
      draft: {
        ...SETUP_OVERVIEW,
        companies: [
          { company_id: room.hauler.id, is_hauler: true },
          { company_id: room.crew.id, is_cutter: true },
        ],
        destinations: [{ company_location_id: room.yard, name: "Yard" }],
        haul_rates: [{ ...haul, ...more }],
      },
    });
  const share = (company_id: number) => ({ company_id, parts: 1 });
  const outcomeOf = await send({ shares: [share(room.hauler.id), share(room.crew.id)] });
  expect(await ofJob(outcomeOf.id)).toMatchObject([{ minimum_cents: 26_000, may_convert: 1 }]);
  expect(
    await room.rows(
      "rate_share",
      `rate_id IN (SELECT id FROM job_haul_rate WHERE job_id = ${Number(outcomeOf.id)}) AND rate_table = 'haul'`,
    ),
  ).toHaveLength(2);
  const before = await room.rows("job");
  const { refusal } = await catchError(send({ shares: [share(room.hauler.id), share(room.rival.id)] }));
  expect(refusal.facts.fields).toEqual({
    haul_rates: ["A split needs two companies of the job or more, and who is paid among them."],
  });
  expect(await room.rows("job")).toHaveLength(before.length);
  expect((await catchError(send({ fuel_rule_id: 987_654 }))).refusal.facts.fields).toEqual({
    haul_rates: ["A rate names a fuel surcharge that isn't one of yours."],
  });
});
