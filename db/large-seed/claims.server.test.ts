import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { computeClaims, getClaimKey } from "~/modules/settlements/rules/claims";
import { readPricingFacts } from "~/modules/settlements/shared/facts.server";
import { verifyPay } from "../audit/pay";
import { formatReport } from "../audit/report";
import { type Database, openDatabase } from "../client.server";
import { seedDemo } from "../demo/seed";
import { hasBetterSqlite } from "./better-sqlite";
import { seedBulk } from "./bulk";

/** Needs a database file and better-sqlite3; otherwise these tests are skipped. */
const installed = hasBetterSqlite();
const onFile = process.env.TEST_TRANSPORT === "file" && installed;
if (!onFile)
  test.skip("skips the tests of the large data set if the optional package better-sqlite3 is not installed");

let folder = "";
let db: Database;
beforeAll(async () => {
  if (!onFile) return;
  folder = mkdtempSync(join(tmpdir(), "timbertally-claims-"));
  const path = join(folder, "bulk.db");
  cpSync(inject("baseDatabase"), path);
  await seedBulk(path, 2_000, new Date("2026-11-20T12:00:00.000Z"), () => {});
  db = await openDatabase({ url: `file:${path}` });
}, 120_000);
afterAll(() => {
  if (!onFile) return;
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const rows = async (sql: string) => (await db.batch([{ sql, params: [] }]))[0]?.rows ?? [];
const one = async (sql: string) => Number(Object.values((await rows(sql))[0] ?? {})[0]);

test.runIf(onFile)(
  "the amounts of every load of the large data set match the second calculation to the cent",
  async () => {
    const report = await verifyPay(db);
    expect(report.faults).toEqual([]);
    expect(report.loads).toBe(await one("SELECT count(*) FROM trip_ticket"));
    expect(report.claims).toBe(await one("SELECT count(*) FROM amount_owed"));
    expect(Number(report.cents)).toBe(await one("SELECT sum(due_cents) FROM amount_owed"));
    expect(formatReport(report)).toMatch(
      /^2,000 loads, [\d,]+ claims of \$[\d,]+\.\d\d, [\d,]+ statements: every cent agrees\.$/,
    );
    // The data set includes rates by the mile, minimums that apply, a second rate with a later start day, and half
    // cents.
    for (const some of [
      "per = 'mile'",
      "due_cents = 42000",
      "rate % 1000 = 333",
      "rate * quantity % 100000 = 50000",
      "posted_lines = 0",
      "posted_lines = 1 AND paid_lines = 0",
      "paid_lines = 1",
      "problem = 'miles_estimated'",
    ])
      expect(await one(`SELECT count(*) FROM amount_owed WHERE ${some}`), some).toBeGreaterThan(0);
  },
  120_000,
);

test.runIf(onFile)("the app's own calculation of a sample of loads gives the stored claims", async () => {
  const ids = (await rows("SELECT id FROM trip_ticket WHERE trip_ticket_status_id = 3 AND id % 7 = 0")).map(
    (r) => Number(r.id),
  );
  const facts = await readPricingFacts(db.read, ids.slice(0, 250));
  expect(facts.length).toBeGreaterThan(200);
  for (const { load, prices, claims } of facts) {
    const lines = load ? computeClaims(load, prices, claims) : [];
    const key = (c: Parameters<typeof getClaimKey>[0] & { due_cents: number | null }) =>
      `${getClaimKey(c)} ${c.due_cents}`;
    expect(claims.map(key).sort()).toEqual(lines.map(key).sort());
  }
});

test.runIf(onFile)(
  "the second calculation reports wrong cents, days and sums, and missing and stale claims",
  async () => {
    for (const name of ["settlement_line_update_check", "settlement_payment_update_check"])
      await rows(`DROP TRIGGER ${name}`);
    const open = await rows(
      "SELECT id, trip_ticket_id AS load FROM amount_owed WHERE posted_lines = 0 AND problem IS NULL LIMIT 4",
    );
    const [more, day, gone, stale] = open.map(({ id, load }) => ({ id: Number(id), load: Number(load) }));
    const claims = "UPDATE amount_owed SET";
    for (const change of [
      `${claims} due_cents = due_cents + 1 WHERE id = ${more?.id}`,
      `${claims} earned_on = '2026-01-01' WHERE id = ${day?.id}`,
      `DELETE FROM amount_owed WHERE id = ${gone?.id}`,
      `${claims} rate_version = rate_version + 1 WHERE id = ${stale?.id}`,
      "UPDATE settlement_line SET amount_cents = amount_cents + 1 WHERE settlement_statement_id = 1 AND seq = 1",
      "UPDATE settlement_payment SET amount_cents = amount_cents - 1 WHERE id = 1",
      `INSERT INTO invoice (id, company_id, creator_company_id, customer_name, issued_on, created_at, subtotal_cents, total_cents)
         SELECT 1, min(id), min(id), 'Kim', '2026-11-01', '2026-11-01T00:00:00.000Z', 900, 900 FROM company`,
      "UPDATE invoice SET paid_cents = 100 WHERE id = 1",
    ])
      await rows(change);
    const faults = (await verifyPay(db)).faults.join("\n");
    expect(faults).toMatch(new RegExp(`^load ${more?.load}: [\\d-]+ is \\d+, and should be \\d+$`, "m"));
    expect(faults).toMatch(
      new RegExp(`^load ${day?.load}: earned on 2026-01-01, and should be 2026-11-`, "m"),
    );
    expect(faults).toMatch(
      new RegExp(`^load ${gone?.load}: [\\d-]+ has no claim, and should have \\d+$`, "m"),
    );
    expect(faults).toMatch(new RegExp(`^load ${stale?.load}: [\\d-]+ was not priced again`, "m"));
    expect(faults).toContain("1: a statement is not the sum of its lines (1)");
    expect(faults).toMatch(/2: what of a claim stands on statements is not what its lines say \(\d+\)/);
    expect(faults).toMatch(/4: what is paid of a statement is not what its payments say \(\d+\)/);
    expect(faults).toContain("what is paid of an invoice is not what its payments say (1)");
    expect(faults.split("\n")).toHaveLength(8);
  },
  120_000,
);

test.runIf(onFile)(
  "creating the large data set after the demo leaves the demo's amounts unchanged, with every cent right",
  async () => {
    const path = join(folder, "after-demo.db");
    cpSync(inject("baseDatabase"), path);
    const now = new Date("2026-11-20T12:00:00.000Z");
    const demo = await openDatabase({ url: `file:${path}` });
    await seedDemo(demo, now);
    const { cents } = await verifyPay(demo);
    const last = Number((await demo.client.execute("SELECT max(id) AS id FROM trip_ticket")).rows[0]?.id);
    demo.close();
    await seedBulk(path, 300, now, () => {});
    const both = await openDatabase({ url: `file:${path}` });
    const report = await verifyPay(both);
    expect(report.faults).toEqual([]);
    const { rows: kept } = await both.client.execute(
      `SELECT sum(due_cents) AS cents FROM amount_owed WHERE trip_ticket_id <= ${last}`,
    );
    expect(BigInt(Number(kept[0]?.cents))).toBe(cents);
    expect(report.cents).toBeGreaterThan(cents);
    both.close();
  },
  120_000,
);
