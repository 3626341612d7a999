import { expect, test } from "vitest";
import { DERIVED_TABLE_GROUPS } from "../derived-tables";
import { readDerivedStatements } from "../migrate.server";
import { openDemoDatabase } from "../testing/test-database";
import { findDerivedDifferences, formatDerivedDifferences, rebuildDerivedTables } from "./derived";

const db = await openDemoDatabase();

const run = (sql: string) => db.client.execute(sql);

/** Wrong rows as a forgotten trigger would leave them, and the tables that differ by them. */
const PLANTED: [string, string][] = [
  [
    "ticket_company",
    "DELETE FROM ticket_company WHERE ticket_id = (SELECT max(ticket_id) FROM company_delivery)",
  ],
  ["company_status_count", "UPDATE company_status_count SET n = n + 3 WHERE n > 0"],
  ["company_delivery", "UPDATE company_delivery SET volume = volume + 1"],
  [
    "company_delivery",
    "INSERT INTO company_delivery SELECT * FROM (SELECT company_id, at + 1, ticket_id, job_id, job_destination_id, product_type_id, wood_species_id, cutter_company_id, skidder_company_id, hauler_company_id, hauler_user_id, wood_species_type_id, volume, unit, is_scaled, net_pounds, haul_minutes FROM company_delivery LIMIT 1)",
  ],
  ["company_late_delivery", "INSERT INTO company_late_delivery VALUES (1, 1, 1)"],
  ["company_job_total", "UPDATE company_job_total SET loads = loads + 1"],
  ["company_job", "UPDATE company_job SET is_pending = 1 - is_pending"],
  ["company_job_count", "DELETE FROM company_job_count"],
  ["job_search_word", "DELETE FROM job_search_word"],
  ["plss_township_box", "DELETE FROM plss_township_box"],
  ["plss_section_box", "INSERT INTO plss_section_box VALUES (0, 1, 2, 1, 2)"],
  ["ground_feature_box", "UPDATE ground_feature_box SET west = west - 1"],
];

test("a new demo has no difference", async () => {
  const differences = await findDerivedDifferences(db);
  expect(formatDerivedDifferences(differences)).toBe("11 derived tables: no difference.");
});

test("compares every table that the derived SQL creates", async () => {
  const created = (await readDerivedStatements()).flatMap(
    (sql) => /^CREATE (?:VIRTUAL )?TABLE IF NOT EXISTS (\w+)/.exec(sql)?.[1] ?? [],
  );
  const compared = DERIVED_TABLE_GROUPS.flat().map(({ name }) => name);
  expect(compared.sort()).toEqual(created.sort());
});

test("accepts a box that was rounded to 32 bits", async () => {
  await run(`INSERT INTO plss_township (plssid, us_state_id, plss_meridian_code, township_number, township_direction,
      range_number, range_direction, label, geom, west, south, east, north)
    SELECT 'MI1', (SELECT min(id) FROM us_state), (SELECT min(code) FROM plss_meridian), 1, 'N', 1, 'W', '1N 1W', '{}',
      -84.123456789, 44.123456789, -84.012345678, 44.234567891`);
  await run(`INSERT INTO ground_feature (import_id, dataset, source_id, kind, rank, name, name_key, geom, west, south, east, north)
    VALUES (1, '26039_roads', '1', 'road', 3, 'M 72', 'm 72', '', -84.123456789, 44.123456789, -84.012345678, 44.234567891)`);
  expect(await findDerivedDifferences(db)).toEqual([]);
});

test.each(PLANTED)("reports and rebuilds wrong rows of %s", async (table, sql) => {
  await run(sql);
  const differences = await findDerivedDifferences(db);
  expect(differences.map((difference) => difference.table)).toContain(table);
  expect(formatDerivedDifferences(differences)).toMatch(
    new RegExp(`^${table}: .*\n {2}(missing|extra): \\w+ `, "m"),
  );
  await rebuildDerivedTables(db, differences);
  expect(await findDerivedDifferences(db)).toEqual([]);
});
