import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { buildSetFeatureStatement } from "~/modules/companies/data/set-feature.server";
import { type ApiCallCase, findApiCallFaults, prefixRowKeys } from "./testing/rows";
import { sendApiCall } from "./testing/send";

/** Job with every field of the API contract, created with the main field names and with the alternative ones. */
let db: Database;
let h: Harvest;
const ids: Record<string, number> = {};
const id = (name: string) => ids[name] ?? 0;

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  Object.assign(ids, { company: h.ids.manager.id, logger: h.ids.logger.id, hauler: h.ids.hauler.id });
  const { destinations } = await sendApiCall(h.manager, `GET /api/jobs/${h.ids.job}?include=destinations`);
  ids.location = (destinations as { company_location_id: number }[])[0]?.company_location_id ?? 0;
  await db.batch([
    buildSetFeatureStatement(db.write, h.ids.manager.id, 1, true, new Date()),
    { sql: "UPDATE company SET is_mill = 1 WHERE id = ?", params: [h.ids.mill.id] },
  ]);
});

const ASPEN = { product_type_id: 5, wood_species_id: 746, wood_species_type_id: null };
const HAUL = () => ({
  receiving_company_id: id("hauler"),
  paying_company_id: id("company"),
  company_location_id: id("location"),
  per: "load",
  rate: 310,
});
const CUT = () => ({
  job_product_rate_type_id: 1,
  receiving_company_id: id("logger"),
  paying_company_id: id("company"),
  paying_company_location_id: null,
  ...ASPEN,
  rate: 14.5,
});
const draft = () => ({
  name: "Deward Tract",
  contract_number: "MI-26-114",
  country_id: 1,
  us_state_id: 26,
  us_county_id: 26039,
  township: "T27N",
  range: "R3W",
  section: "12",
  start_date: "2026-11-01",
  end_date: "2027-03-01",
  latitude: 44.7,
  longitude: -84.8,
  geom: null,
  job_map: null,
  companies: [
    { company_id: id("company"), is_land_manager: true },
    { company_id: id("logger"), cut_contract_name: "C-1", is_cutter: true, is_skidder: true },
    { company_id: id("hauler"), haul_contract_name: "H-1", is_hauler: true },
  ],
  destinations: [
    {
      company_location_id: id("location"),
      name: "Mill yard",
      mileage: 31.5,
      company_certification_ids: [],
      product_mixes: [{ wood_unit_type_id: 2, is_accepted: true, ...ASPEN }],
    },
  ],
  products: [{ ...ASPEN, wood_unit_type_id: 2 }],
  product_rates: [CUT()],
  haul_rates: [HAUL()],
});
const otherwise = () => {
  const { companies: _companies, product_rates, haul_rates, ...rest } = draft();
  return {
    ...rest,
    land_owner_company: { company_id: h.ids.owner.id },
    land_manager_companies: [{ company_id: id("company") }],
    cutter_companies: [{ company_id: id("logger"), cut_contract_name: "C-1" }],
    skidder_companies: [{ company_id: id("logger"), skid_contract_name: "S-1" }],
    hauler_companies: [{ company_id: id("hauler") }],
    job_product_rates: product_rates,
    job_destination_haul_rates: haul_rates,
  };
};

const ROWS: ApiCallCase[] = [
  {
    section: "7 create job",
    call: "POST /api/jobs",
    body: () => ({ request_user_company_id: id("company"), draft: draft() }),
    keeps: ["made", "id"],
  },
  {
    section: "7 create job",
    call: "GET /api/jobs/{made}?include=companies,destinations,products,rates",
    has: [
      ...prefixRowKeys("companies", "company_id"),
      ...prefixRowKeys("destinations[].product_mixes", "is_accepted"),
      "products[].id",
      "product_rates[].rate",
      "haul_rates[].rate",
    ],
  },
  {
    section: "3 Job, the collections' other names",
    call: "POST /api/jobs",
    body: () => ({ request_user_company_id: id("company"), draft: otherwise() }),
    keeps: ["made", "id"],
  },
  {
    section: "3 Job, the collections' other names",
    call: "GET /api/jobs/{made}?include=companies,rates",
    has: ["companies[].is_cutter", "product_rates[].rate", "haul_rates[].rate"],
  },
];

test("creates a job from the fields of the API contract, under the main names and the alternative names", async () => {
  expect(await findApiCallFaults(ROWS, h.manager, ids)).toEqual([]);
});

test("merges a cutter and skidder with the same id into one company with both roles and contracts", async () => {
  const { companies } = await sendApiCall(h.manager, `GET /api/jobs/${id("made")}?include=companies`);
  const of = (company: number) =>
    (companies as { company_id: number }[]).filter((c) => c.company_id === company);
  expect(of(id("logger"))).toMatchObject([
    {
      is_cutter: true,
      is_skidder: true,
      is_hauler: false,
      cut_contract_name: "C-1",
      skid_contract_name: "S-1",
    },
  ]);
  expect(of(h.ids.owner.id)).toMatchObject([{ is_land_owner: true, is_land_manager: false }]);
});
