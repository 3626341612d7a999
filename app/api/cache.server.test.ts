import { expect, test } from "vitest";
import { API_CALLS } from "./calls.server";

test("lets browsers cache only reference lists, base map data and location types", () => {
  const matches = Object.entries(API_CALLS).filter(([, { GET }]) => GET && "cache" in GET && GET.cache);
  expect(matches.map(([path]) => path).sort()).toEqual([
    "/api/company/{company_id}/location-types",
    "/api/county/{state_id}",
    "/api/location-types",
    "/api/map/county/{county_id}",
    "/api/map/ground",
    "/api/map/near",
    "/api/product-types",
    "/api/products",
    "/api/settlements/status-types",
    "/api/settlements/types",
    "/api/state",
    "/api/township",
    "/api/township/section",
    "/api/trip-ticket-statuses",
    "/api/wood-species",
    "/api/wood-unit-types",
  ]);
});
