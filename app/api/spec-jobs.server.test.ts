import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeJobCompany } from "#db/factories";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import {
  type ApiCallCase,
  findApiCallFaults,
  PAGINATION_KEYS,
  prefixPartKeys,
  prefixRowKeys,
} from "./testing/rows";
import { sendApiCall } from "./testing/send";

/** Calls about jobs, sent exactly as existing clients send them. */
let db: Database;
let h: Harvest;
const ids: Record<string, number> = {};

const ASPEN = { product_type_id: 5, wood_species_id: 746, wood_species_type_id: null };
const id = (name: string) => ids[name] ?? 0;

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  Object.assign(ids, { company: h.ids.manager.id, job: h.ids.job, destination: h.ids.destination });
  Object.assign(ids, { logger: h.ids.logger.id, hauler: h.ids.hauler.id, mill: h.ids.mill.id });
  await makeJobCompany(db, h.ids.job, h.ids.rival.id, { is_cutter: true }, { cut_contract_name: "C-17" });
  const jobs = await sendApiCall(
    h.manager,
    "GET /api/jobs/{job}?include=destinations".replace("{job}", `${ids.job}`),
  );
  ids.location = (jobs.destinations as { company_location_id: number }[])[0]?.company_location_id ?? 0;
});

const ROWS: ApiCallCase[] = [
  {
    section: "3 Job",
    call: "GET /api/jobs/{job}",
    has: prefixPartKeys(
      "job",
      "id name contract_number country_id us_state_id us_county_id us_county township range section start_date end_date latitude longitude geom job_map has_plan_map job_status_id is_deleted request_user_company_id creator_user version",
    ),
  },
  {
    section: "3 Job company entry",
    call: "GET /api/jobs/{job}?include=companies",
    has: prefixRowKeys(
      "companies",
      "company_id cut_contract_name skid_contract_name haul_contract_name is_land_owner is_land_owner_authorizee is_land_manager is_cutter is_skidder is_hauler",
    ),
  },
  {
    section: "3 Job product",
    call: "POST /api/jobs/{job}/products",
    body: () => ({ ...ASPEN, wood_unit_type_id: 2 }),
    has: ["id"],
  },
  {
    section: "3 Job product",
    call: "GET /api/jobs/{job}?include=products",
    has: prefixRowKeys(
      "products",
      "product_type_id wood_species_id wood_species_type_id product_type wood_species wood_species_type wood_unit_type_id",
    ),
  },
  {
    section: "3 Job destination",
    call: "GET /api/jobs/{job}?include=destinations",
    has: [
      ...prefixRowKeys(
        "destinations",
        "id company_destination_id company_location_id name mileage company_certification_ids",
      ),
      ...prefixRowKeys(
        "destinations[].product_mixes",
        "wood_unit_type_id is_accepted product_type_id wood_species_id wood_species_type_id",
      ),
    ],
  },
  {
    section: "3 Product rate",
    call: "POST /api/jobs/{job}/product-rates",
    body: () => ({
      job_product_rate_type_id: 1,
      receiving_company_id: id("logger"),
      paying_company_id: id("company"),
      ...ASPEN,
      rate: 4.25,
    }),
    has: ["id"],
  },
  {
    section: "3 Haul rate",
    call: "POST /api/jobs/{job}/haul-rates",
    body: () => ({
      receiving_company_id: id("hauler"),
      paying_company_id: id("company"),
      company_location_id: id("location"),
      per: "load",
      rate: 9.5,
    }),
    has: ["id"],
  },
  {
    section: "3 rates",
    call: "GET /api/jobs/{job}?include=rates",
    has: [
      ...prefixRowKeys(
        "product_rates",
        "job_product_rate_type_id receiving_company_id paying_company_id paying_company_location_id product_type_id wood_species_id wood_species_type_id rate",
      ),
      ...prefixRowKeys(
        "haul_rates",
        "receiving_company_id paying_company_id company_destination_id company_location_id rate",
      ),
    ],
  },
  {
    section: "3 Landing",
    call: "POST /api/jobs/{job}/landings",
    body: () => ({ name: "North landing" }),
    keeps: ["landing", "id"],
  },
  {
    section: "3 Landing",
    call: "POST /api/jobs/{job}/landings/{landing}/inventory",
    body: () => ({
      ...ASPEN,
      estimated_volume_remaining: 120.5,
      wood_unit_type_id: 2,
      cutter_company_id: id("logger"),
      skidder_company_id: id("logger"),
    }),
    keeps: ["inventory", "id"],
  },
  {
    section: "7 update landing inventory",
    call: "PUT /api/jobs/{job}/landings/{landing}/inventory/{inventory}",
    body: () => ({
      job_id: id("job"),
      landing_id: id("landing"),
      inventory_id: id("inventory"),
      dto: {
        cutter_company_id: id("logger"),
        skidder_company_id: id("logger"),
        estimated_volume_remaining: 118.25,
        wood_unit_type_id: 2,
        version: 2,
      },
    }),
    has: ["id"],
  },
  {
    section: "3 Landing",
    call: "GET /api/jobs/{job}/landings",
    has: [
      ...prefixRowKeys("landings", "created_at landing_inventory"),
      ...prefixRowKeys(
        "landings[].landing_inventory",
        "id landing_id product_type_id wood_species_id wood_species_type_id estimated_volume_remaining wood_unit_type_id cutter_company_id skidder_company_id is_adjustment created_at version can_edit.estimated_volume_remaining",
      ),
    ],
  },
  {
    section: "7 delete landing inventory",
    call: "DELETE /api/jobs/{job}/landings/{landing}/inventory/{inventory}",
    body: () => ({
      job_id: id("job"),
      landing_id: id("landing"),
      inventory_id: id("inventory"),
      version: 3,
    }),
  },
  {
    section: "7 update job location",
    call: "PUT /api/jobs/{job}/location",
    body: () => ({
      job_id: id("job"),
      dto: {
        us_state_id: 26,
        us_county_id: 26039,
        township: "T27N",
        range: "R3W",
        section: "12",
        version: 2,
      },
    }),
    has: ["id"],
  },
  {
    section: "3 Comment",
    call: "POST /api/jobs/{job}/comments",
    body: () => ({ content: "Gate code 4711" }),
  },
  {
    section: "3 Comment",
    call: "GET /api/jobs/{job}/comments",
    has: [...prefixRowKeys("comments", "id content created_at creator_user"), ...PAGINATION_KEYS],
  },
  { section: "7", call: "GET /api/jobs/{job}/files", has: ["files", ...PAGINATION_KEYS] },
  { section: "7", call: "GET /api/jobs/{job}/photos", has: ["photos", ...PAGINATION_KEYS] },
  {
    section: "3 Audit entry",
    call: "GET /api/jobs/{job}/audits",
    has: prefixRowKeys("audits", "id activity creator_user created_at job_id trip_ticket_id details"),
  },
  {
    section: "7 delete job product",
    call: "DELETE /api/jobs/{job}/products",
    body: () => ({ job_id: id("job"), products: [ASPEN] }),
  },
];

test("calls about a job accept and return the fields of the API contract", async () => {
  expect(await findApiCallFaults(ROWS, h.manager, ids)).toEqual([]);
});

test("shows a job company's contract only to the requester and to that company", async () => {
  const contractFor = async (who: Harvest["manager"]) => {
    const { companies } = await sendApiCall(who, `GET /api/jobs/${id("job")}?include=companies`);
    const named = companies as { company_id: number; cut_contract_name: string | null }[];
    return named.find((c) => c.company_id === h.ids.rival.id)?.cut_contract_name;
  };
  expect(await contractFor(h.manager)).toBe("C-17");
  expect(await contractFor(h.rival)).toBe("C-17");
  expect(await contractFor(h.logger)).toBeNull();
});
