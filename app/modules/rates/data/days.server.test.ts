import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database, Statement } from "#db/client.server";
import { ASPEN, insertRow, makeClaim, makeUser } from "#db/factories";
import { createRandom } from "#db/random";
import {
  jobHaulRate,
  jobProduct,
  jobProductRate,
  rateShare,
  settlementLine,
  settlementStatement,
} from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { createRaceDatabase } from "#db/testing/overtaken";
import { openTestDatabase } from "#db/testing/test-database";
import { getJobHistory } from "~/modules/jobs/data/history.server";
import { deleteJobProducts } from "~/modules/jobs/data/products.server";
import { getRatesInForce } from "~/modules/settlements/rules/in-force";
import { parseForm } from "~/web/parse-form.server";
import { addHaulRate, addProductRate, updateProductRate } from "./change.server";
import { getJobRates, getRateForm, listJobRates } from "./rates.server";
import { removeProductRate } from "./removal.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
});
const NOON = new Date("2026-11-22T17:00:00.000Z");
const harvest = async () => {
  h = await makeHarvest(db);
  await insertRow(db, jobProduct, { job_id: h.ids.job, ...ASPEN });
  const user = await makeUser(db, {}, [h.ids.manager.admins]);
  return actAs(db, user, h.ids.manager.id, () => NOON);
};
type Office = Awaited<ReturnType<typeof harvest>>;

const cut = (more: object = {}) => ({
  job_id: h.ids.job,
  job_product_rate_type_id: 1,
  receiving_company_id: h.ids.logger.id,
  paying_company_id: h.ids.manager.id,
  product: "5-746-0",
  wood_unit_type_id: 2,
  rate: "12.50",
  ...more,
});
const fieldsOf = async (call: Promise<unknown>) => (await catchError(call)).refusal.facts.fields;
const saved = async (office: Office) =>
  (await office.call(listJobRates, { job_id: h.ids.job, take: -1, skip: 0 })).product_rates;

/** Add a statement line that was paid by a rate. */
async function pay(rate_id: number): Promise<void> {
  const between = { paying_company_id: h.ids.manager.id, receiving_company_id: h.ids.logger.id };
  const ticket = await h.ticket({ trip_ticket_status_id: 3 });
  const claim = await makeClaim(db, { id: ticket, job: h.ids.job }, { ...between, settlement_type_id: 1 });
  const statement = await insertRow(db, settlementStatement, {
    ...between,
    prepared_by_company_id: h.ids.manager.id,
    period_start: "2026-11-02",
    period_end: "2026-11-08",
    pay_on: "2026-11-13",
    creator_company_id: h.ids.manager.id,
    created_at: NOON.toISOString(),
  });
  await insertRow(db, settlementLine, {
    settlement_statement_id: statement,
    seq: 1,
    kind: "load",
    amount_owed_id: claim,
    rate_table: "product",
    rate_id,
    amount_cents: 10_000,
  });
}

test("a price starts on a day; the page shows current, future and past prices", async () => {
  const office = await harvest();
  await office.call(addProductRate, cut());
  await office.call(addProductRate, cut({ rate: "12.75", effective_on: "2026-11-03", minimum: "260" }));
  await office.call(addProductRate, cut({ rate: "13", effective_on: "2026-12-01" }));
  const { product_rates } = await office.call(getJobRates, { id: h.ids.job });
  expect(product_rates).toHaveLength(1);
  expect(product_rates[0]?.prices.map((p) => [p.when, p.words])).toEqual([
    ["now", "$12.75 per ton from Nov 3, 2026, at least $260.00 a load"],
    ["next", "From Dec 1, 2026: $13.00 per ton"],
    ["before", "Until Nov 2, 2026: $12.50 per ton"],
  ]);
  const { history } = await office.call(getJobHistory, { id: h.ids.job });
  expect(JSON.stringify(history)).toContain("$12.75 per ton from Nov 3, 2026, at least $260.00 a load");
});

test("refuses a second price from the same day with an error at the day, even if a concurrent request added the first", async () => {
  const office = await harvest();
  await office.call(addProductRate, cut({ effective_on: "2026-11-03" }));
  const again = cut({ effective_on: "2026-11-03", rate: "14" });
  expect(await fieldsOf(office.call(addProductRate, again))).toEqual({
    effective_on: ["There's already a rate for this from Nov 3, 2026. Choose another day, or edit that one."],
  });
  const first: Statement = {
    sql: `INSERT INTO job_haul_rate (job_id, job_destination_id, receiving_company_id, paying_company_id, per, rate)
      VALUES (?, ?, ?, ?, 'load', 1)`,
    params: [h.ids.job, h.ids.destination, h.ids.hauler.id, h.ids.manager.id],
  };
  const user = await makeUser(db, {}, [h.ids.manager.admins]);
  const late = await actAs(createRaceDatabase(db, first), user, h.ids.manager.id);
  const haul = {
    job_id: h.ids.job,
    job_destination_id: h.ids.destination,
    receiving_company_id: h.ids.hauler.id,
    paying_company_id: h.ids.manager.id,
    per: "load" as const,
    rate: "180",
  };
  expect(Object.keys((await fieldsOf(late.call(addHaulRate, haul))) ?? {})).toEqual(["effective_on"]);
  expect((await fieldsOf(office.call(addProductRate, cut({ effective_on: "2026-02-30" })))) ?? {}).toEqual({
    effective_on: ["Choose a day like 2026-11-03"],
  });
});

test("a rate that has paid a load can be followed by a new rate or ended, but not changed or deleted", async () => {
  const office = await harvest();
  const { id } = await office.call(addProductRate, cut());
  await pay(id);
  expect((await office.call(getRateForm, { id: h.ids.job, kind: "product", rate_id: id })).is_used).toBe(
    true,
  );
  const edit = (more: object) =>
    office.call(updateProductRate, { ...cut({ rate: "12.75" }), rate_id: id, version: 2, ...more });
  expect(await fieldsOf(edit({}))).toEqual({
    effective_on: ["This rate has paid loads. When does the new one start?"],
  });
  expect(await fieldsOf(edit({ effective_on: "2026-11-01", job_product_rate_type_id: 2 }))).toEqual({
    job_product_rate_type_id: ["This rate has paid loads. Add another rate for this."],
  });
  const follower = await edit({ effective_on: "2026-11-01" });
  expect(follower.id).not.toBe(id);
  const [before, after] = await saved(office);
  expect([before?.rate, before?.effective_on, before?.version]).toEqual([12.5, "0001-01-01", 1]);
  expect([after?.rate, after?.effective_on]).toEqual([12.75, "2026-11-01"]);
  await pay(follower.id);
  const next = { ...cut({ rate: "12.75" }), rate_id: follower.id, version: 2 };
  expect(
    await fieldsOf(office.call(updateProductRate, { ...next, effective_on: "2026-10-01", rate: "9" })),
  ).toEqual({ effective_on: ["Choose a day after Nov 1, 2026"] });
  // If only the last day differs, the rate ends on that day; if removed, the rate ends today in the job's time zone.
  await office.call(updateProductRate, { ...next, ended_on: "2026-12-24" });
  expect((await saved(office))[1]).toMatchObject({ ended_on: "2026-12-24", version: 2 });
  await office.call(removeProductRate, { job_id: h.ids.job, rate_id: id, version: 2 });
  expect((await saved(office))[0]).toMatchObject({ id, ended_on: "2026-11-22" });
});

test("refuses to change a rate that pays a load at the same moment, with a message, and keeps the rate", async () => {
  const office = await harvest();
  const { id } = await office.call(addProductRate, cut());
  const { id: other } = await office.call(addProductRate, cut({ job_product_rate_type_id: 2 }));
  await pay(other);
  const user = await makeUser(db, {}, [h.ids.manager.admins]);
  const paid: Statement = {
    sql: `INSERT INTO settlement_line (settlement_statement_id, seq, kind, amount_owed_id, rate_table, rate_id, amount_cents)
      SELECT settlement_statement_id, 2, kind, amount_owed_id, rate_table, ?, 1 FROM settlement_line WHERE rate_id = ? AND rate_table = 'product'`,
    params: [id, other],
  };
  const late = await actAs(createRaceDatabase(db, paid), user, h.ids.manager.id);
  const edit = late.call(updateProductRate, { ...cut({ rate: "12.75" }), rate_id: id, version: 2 });
  expect(Object.keys((await fieldsOf(edit)) ?? {})).toEqual(["effective_on"]);
});

test("a split rate shows all its receivers and their parts, and each receiver can read it", async () => {
  const office = await harvest();
  const { logger, owner, manager, rival } = h.ids;
  const shares = [
    { company_id: logger.id, parts: 2 },
    { company_id: owner.id, parts: 1 },
  ];
  const { id } = await office.call(addProductRate, cut({ job_product_rate_type_id: 3, shares }));
  const names = (await office.call(getJobRates, { id: h.ids.job })).product_rates.map((r) => r.receiver);
  expect(names[0]).toMatch(/ (2\/3 and .* 1|1\/3 and .* 2)\/3$/);
  expect((await h.owner.call(getJobRates, { id: h.ids.job })).product_rates).toHaveLength(1);
  expect((await h.hauler.call(getJobRates, { id: h.ids.job })).product_rates).toEqual([]);
  const wrong = (sent: object[], receiver = logger.id) =>
    fieldsOf(office.call(addProductRate, cut({ shares: sent, receiving_company_id: receiver })));
  expect(await wrong([{ company_id: logger.id, parts: 1 }])).toHaveProperty(["shares[1].company_id"]);
  expect(await wrong([{ company_id: manager.id, parts: 1 }])).toHaveProperty(["shares[0].company_id"]);
  expect(await wrong([{ company_id: rival.id, parts: 1 }])).toHaveProperty(["shares[0].company_id"]);
  expect(await wrong([{ company_id: logger.id }])).toHaveProperty(["shares[0].parts"]);
  expect(await wrong(shares, h.ids.hauler.id)).toHaveProperty(["receiving_company_id"]);
  const edit = { ...cut({ job_product_rate_type_id: 3 }), rate_id: id };
  await office.call(updateProductRate, { ...edit, rate: "19.75", version: 2 });
  expect(await db.read.select().from(rateShare).where(eq(rateShare.rate_id, id))).toHaveLength(2);
  await office.call(updateProductRate, { ...edit, version: 3, shares: [] });
  expect((await saved(office))[0]?.shares).toEqual([]);
  // Form rows left empty don't split the rate between receivers.
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...cut(), rate_id: id, version: 4 }))
    form.set(name, String(value));
  for (const i of [0, 1, 2]) form.set(`shares[${i}].company_id`, "");
  for (const i of [0, 1, 2]) form.set(`shares[${i}].parts`, "");
  const read = parseForm(form, updateProductRate.input);
  expect([read.status, read.status === "success" && read.value.shares]).toEqual(["success", [{}, {}, {}]]);
});

test("removing a product from a job ends its rate that has paid loads and deletes its other rates", async () => {
  const office = await harvest();
  const used = await office.call(addProductRate, cut());
  await office.call(addProductRate, cut({ job_product_rate_type_id: 2 }));
  await pay(used.id);
  await office.call(deleteJobProducts, { job_id: h.ids.job, product: "5-746-0" });
  expect((await saved(office)).map((r) => [r.id, r.ended_on])).toEqual([[used.id, "2026-11-22"]]);
  expect(
    await db.read.select().from(jobProductRate).where(eq(jobProductRate.job_id, h.ids.job)),
  ).toHaveLength(1);
});

/** Find the rate that pays a load earned on a day, by SQL alone. */
const BY_SQL = `SELECT id FROM (SELECT id, ended_on FROM job_haul_rate WHERE job_id = ?1 AND effective_on <= ?2
  AND (ended_on IS NULL OR ended_on >= effective_on) ORDER BY effective_on DESC LIMIT 1) WHERE ended_on IS NULL OR ended_on >= ?2`;

const fresh = Array.from({ length: 3 }, () => Math.floor(Math.random() * 2 ** 31));
test.each([1, 2, ...fresh])(
  "with seed %i, the rate in force on each day equals the one found by SQL",
  async (seed) => {
    await harvest();
    const random = createRandom(seed);
    const day = () => `2026-11-${String(random.between(1, 28)).padStart(2, "0")}`;
    for (let i = random.between(2, 8); i > 0; i--)
      await db.batch([
        db.write
          .insert(jobHaulRate)
          .values({
            job_id: h.ids.job,
            job_destination_id: h.ids.destination,
            receiving_company_id: h.ids.hauler.id,
            paying_company_id: h.ids.manager.id,
            per: "load",
            rate: i,
            effective_on: random.chance(0.2) ? "0001-01-01" : day(),
            ended_on: random.chance(0.4) ? day() : null,
          })
          .onConflictDoNothing()
          .toSQL(),
      ]);
    const rates = await db.read.select().from(jobHaulRate).where(eq(jobHaulRate.job_id, h.ids.job));
    for (let i = 0; i < 30; i++) {
      const on = day();
      const [found] = await db.batch([{ sql: BY_SQL, params: [h.ids.job, on] }]);
      expect(getRatesInForce(rates, on, () => "").map((r) => r.id)).toEqual(
        (found?.rows ?? []).map((r) => Number(r.id)),
      );
    }
  },
);
