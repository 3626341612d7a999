import { beforeAll, expect, test } from "vitest";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { type ApiCallCase, findApiCallFaults, PAGINATION_KEYS, prefixRowKeys } from "./testing/rows";

/** Calls about places, sent exactly as existing clients send them. */
let h: Harvest;
const ids: Record<string, number> = {};
const id = (name: string) => ids[name] ?? 0;
const PIN = { latitude: 44.7, longitude: -84.8 };

beforeAll(async () => {
  h = await makeHarvest(await openTestDatabase());
  ids.company = h.ids.manager.id;
});

const PLACES: ApiCallCase[] = [
  {
    section: "3 global location types",
    call: "GET /api/location-types",
    has: prefixRowKeys("location_types", "location_type.id location_type.name"),
  },
  {
    section: "7 create location type",
    call: "POST /api/company/{company}/location-types",
    body: () => ({ name: "Concentration yard", location_type_id: 2 }),
    keeps: ["type", "id"],
  },
  {
    section: "3 Company location type",
    call: "GET /api/company/{company}/location-types",
    has: prefixRowKeys("company_location_types", "id name location_type_id location_type.name version"),
  },
  {
    section: "7 update location type",
    call: "PUT /api/company/{company}/location-types/{type}",
    body: () => ({ id: id("type"), name: "Log yard", location_type_id: 2, version: 2 }),
  },
  {
    section: "7 create location",
    call: "POST /api/company/{company}/locations",
    body: () => ({
      company_id: id("company"),
      company_location_type_id: id("type"),
      name: "Grayling yard",
      ...PIN,
    }),
    keeps: ["location", "id"],
  },
  {
    section: "7 create location, fuller form",
    call: "POST /api/company/{company}/locations",
    body: () => ({
      company_id: id("company"),
      company_location_type_id: id("type"),
      name: "Office",
      ...PIN,
      address: "118 Norway Street",
      city: "Grayling",
      us_state_id: 26,
      zip: "49738",
    }),
    has: ["id"],
  },
  {
    section: "7 update location",
    call: "PUT /api/company/{company}/locations/{location}",
    body: () => ({
      id: id("location"),
      company_location_type_id: id("type"),
      name: "North yard",
      version: 2,
    }),
    has: ["id"],
  },
  {
    section: "3 Company location",
    call: "GET /api/company/{company}/locations",
    has: [
      ...prefixRowKeys(
        "company_locations",
        "company_location.id company_location.name company_location.latitude company_location.longitude company_location.address company_location.city company_location.us_state_id company_location.zip company_location.company_location_type_id company_location.version",
      ),
      ...PAGINATION_KEYS,
    ],
  },
  {
    section: "7 nearby locations",
    call: "POST /api/location/search",
    body: () => PIN,
    has: ["company_locations[].company_location.id"],
  },
  {
    section: "7 create destination",
    call: "POST /api/company/{company}/destinations",
    body: () => ({
      company_id: id("company"),
      dto: { name: "Veneer dock", notes: "Ring at the gate", latitude: 45.1, longitude: -85.2 },
    }),
    keeps: ["destination", "id"],
  },
  {
    section: "7 create destination",
    call: "POST /api/company/{company}/destinations",
    body: () => ({
      company_id: id("company"),
      dto: { name: "Our yard", ...PIN, destination_company_location_id: id("location") },
    }),
    has: ["id"],
  },
  {
    section: "3 Company destination",
    call: "POST /api/company/{company}/destinations/search",
    body: () => ({ searchTerm: "veneer" }),
    has: prefixRowKeys(
      "company_destinations",
      "company_destination.id company_destination.name company_destination.notes company_destination.latitude company_destination.longitude company_destination.destination_company_location_id destination_company_location",
    ),
  },
  {
    section: "7 delete destination",
    call: "DELETE /api/company/{company}/destinations/{destination}",
    body: () => ({ company_id: id("company"), company_destination_id: id("destination") }),
  },
  { section: "7 delete location", call: "DELETE /api/company/{company}/locations/{location}" },
];

test("calls about places accept and return the fields of the API contract", async () => {
  expect(await findApiCallFaults(PLACES, h.manager, ids)).toEqual([]);
});
