import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { buildSetFeatureStatement } from "~/modules/companies/data/set-feature.server";
import {
  type ApiCallCase,
  findApiCallFaults,
  PAGINATION_KEYS,
  prefixPartKeys,
  prefixRowKeys,
} from "./testing/rows";
import { sendApiCall } from "./testing/send";

/** Calls about tickets and reference data, sent exactly as existing clients send them. */
let db: Database;
let h: Harvest;
const ids: Record<string, number> = {};
const id = (name: string) => ids[name] ?? 0;

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  Object.assign(ids, { job: h.ids.job, destination: h.ids.destination });
  ids.ticket = await h.ticket({ trip_ticket_status_id: 6 });
  await db.batch([buildSetFeatureStatement(db.write, h.ids.manager.id, 2, true, new Date())]);
});

const ROWS: ApiCallCase[] = [
  {
    section: "3 Trip ticket",
    call: "GET /api/trip-tickets/{ticket}",
    has: [
      ...prefixPartKeys(
        "trip_ticket",
        "id trip_ticket_number job_id version trip_ticket_status_id trip_ticket_priority_id created_at picked_up_at dropped_off_at scaled_at received_at estimated_volume estimated_wood_unit_type_id scaled_volume scaled_wood_unit_type_id scale_ticket_number township latitude longitude product_type_id wood_species_id wood_species_type_id hauler_company_id hauler_user_id job_destination_id comment trip_ticket_certification can_edit audit",
      ),
      ..."job product_type wood_species wood_species_type trip_ticket_status trip_ticket_comment trip_ticket_landing_inventory cutter_user cutter_company skidder_user skidder_company hauler_user hauler_company scaler_user receiver_user haul_contract cut_contract skid_contract certifications".split(
        " ",
      ),
      ...prefixPartKeys("job_destination", "name mileage company_destination company_location"),
    ],
  },
  {
    section: "7",
    call: "GET /api/jobs/{job}/trip-tickets",
    has: ["trip_tickets[].trip_ticket.id", ...PAGINATION_KEYS],
  },
  { section: "7", call: "GET /api/trip-tickets/{ticket}/audits", has: ["audits", ...PAGINATION_KEYS] },
  {
    section: "7",
    call: "POST /api/land-owners",
    body: () => ({
      name: "Deward Estate",
      contact_first_name: "Ida",
      contact_last_name: "Ward",
      contact_phone_number: "+12315550142",
    }),
    has: ["id"],
  },
  {
    section: "7",
    call: "GET /api/product-types",
    has: prefixRowKeys("product_types", "product_type.id product_type.name"),
  },
  { section: "7", call: "GET /api/products", has: ["products[].product_type.id"] },
  { section: "7", call: "GET /api/wood-species", has: ["wood_species[].wood_species.id"] },
  { section: "7", call: "GET /api/wood-unit-types", has: ["wood_unit_types[].wood_unit_type.name"] },
  {
    section: "3 US state",
    call: "GET /api/state?include=country",
    has: [
      ...prefixRowKeys(
        "states",
        "state.statefp state.stusps state.name state.gid state.bounding_box country.name",
      ),
    ],
  },
  {
    section: "3 county",
    call: "GET /api/county/26?include=geom",
    has: prefixRowKeys("counties", "county.gid county.countyfp county.name county.geom"),
  },
  {
    section: "7",
    call: "GET /api/entity?include=permissions",
    has: prefixRowKeys(
      "entities",
      "entity.id entity.name entity.is_company_entity entity.is_job_entity permissions.can_create permissions.can_read permissions.can_update permissions.can_delete",
    ),
  },
  {
    section: "7 trip ticket search",
    call: "POST /api/trip-tickets/search",
    body: () => ({
      job_ids: [id("job")],
      trip_ticket_status_ids: [1, 2, 3, 5, 6],
      trip_ticket_numbers: [1001],
      skip: 0,
      take: -1,
      sort: "last_modified_at",
    }),
    has: ["trip_tickets[].trip_ticket.id", ...PAGINATION_KEYS],
  },
  {
    section: "7 statuses",
    call: "GET /api/trip-ticket-statuses",
    has: prefixRowKeys("trip_ticket_statuses", "trip_ticket_status.id trip_ticket_status.name"),
  },
  {
    section: "7 export",
    call: "POST /api/trip-tickets/export",
    body: () => ({
      type: "DEFAULT",
      dto: { job_ids: [id("job")] },
      columns: [{ key: "load_id", value: "Load ID" }],
    }),
    has: ["id"],
  },
  {
    section: "7 update ticket",
    call: "PUT /api/trip-tickets/{ticket}",
    body: () => ({ job_destination_id: id("destination"), version: 2 }),
    has: ["id"],
  },
  {
    section: "7 comments",
    call: "GET /api/trip-tickets/{ticket}/comments",
    has: ["comments", ...PAGINATION_KEYS],
  },
  { section: "7 photos", call: "GET /api/trip-tickets/{ticket}/photos", has: ["photos", ...PAGINATION_KEYS] },
  { section: "7 cutters", call: "GET /api/trip-tickets/{ticket}/cutters" },
  { section: "7 skidders", call: "GET /api/trip-tickets/{ticket}/skidders" },
  { section: "7 haulers", call: "GET /api/trip-tickets/{ticket}/haulers" },
  { section: "7 destinations", call: "GET /api/trip-tickets/{ticket}/destinations" },
  { section: "7 delete ticket", call: "DELETE /api/trip-tickets/{ticket}?version=2", has: ["id"] },
  { section: "7 releases", call: "GET /api/releases", has: ["releases"] },
];

test("calls about tickets and reference data accept and return the fields of the API contract", async () => {
  expect(await findApiCallFaults(ROWS, h.manager, ids)).toEqual([]);
});

test("ignores ticket filters that are null, zero or empty", async () => {
  const search = async (filter: object) =>
    (await sendApiCall(h.manager, "POST /api/trip-tickets/search", { take: -1, ...filter })).trip_tickets;
  const empty = {
    job_ids: null,
    product_type_ids: 0,
    company_ids: [],
    dropped_off_start: "",
    scaled: null,
    date_field: "",
  };
  expect(await search(empty)).toEqual(await search({}));
  expect((await catchError(search({ job_ids: "none" }))).kind).toBe("invalid");
  await h.ticket();
  expect(await sendApiCall(h.manager, "POST /api/trip-tickets/export", { dto: empty })).toHaveProperty("id");
});

test("removes waiting loads by id and version, and rejects a stale version", async () => {
  const [one, two] = [await h.ticket(), await h.ticket()];
  const inventory = `DELETE /api/jobs/${id("job")}/destinations/${id("destination")}/inventory`;
  const loads = [{ id: one, version: 1 }, `${two}:1`];
  expect(await sendApiCall(h.manager, inventory, { loads })).toMatchObject({ count: 2 });
  const stale = await catchError(sendApiCall(h.manager, inventory, { loads: [{ id: one, version: 0 }] }));
  expect(stale.kind).toBe("invalid");
});
