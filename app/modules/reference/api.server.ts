import { type ApiCalls, type ApiSection, STATIC_DATA_CACHE_SECONDS } from "~/web/rest-call";
import {
  listCounties,
  listEntities,
  listProducts,
  listProductTypes,
  listStates,
  listTicketStatuses,
  listWoodSpecies,
  listWoodUnitTypes,
  searchReleases,
} from "./data/reference.server";

export const about: ApiSection = "Reference lists";

/** API calls for lists that are the same for all users. A browser may cache most of these lists. */
export const calls: ApiCalls = {
  "GET /api/trip-ticket-statuses": {
    summary: "List the statuses",
    procedure: listTicketStatuses,
    cache: STATIC_DATA_CACHE_SECONDS,
  },
  "GET /api/product-types": {
    summary: "List the product types",
    procedure: listProductTypes,
    cache: STATIC_DATA_CACHE_SECONDS,
  },
  "GET /api/products": {
    summary: "List commonly sold products",
    procedure: listProducts,
    cache: STATIC_DATA_CACHE_SECONDS,
  },
  "GET /api/wood-species": {
    summary: "List the species",
    procedure: listWoodSpecies,
    cache: STATIC_DATA_CACHE_SECONDS,
  },
  "GET /api/wood-unit-types": {
    summary: "List the units",
    procedure: listWoodUnitTypes,
    cache: STATIC_DATA_CACHE_SECONDS,
  },
  "GET /api/state": {
    summary: "List the states; include: country, county_count",
    procedure: listStates,
    cache: STATIC_DATA_CACHE_SECONDS,
  },
  "GET /api/county/{state_id}": {
    summary: "List a state's counties; include: state, geom",
    procedure: listCounties,
    cache: STATIC_DATA_CACHE_SECONDS,
  },
  "GET /api/entity": {
    summary: "List permission entities; include: permissions",
    procedure: listEntities,
  },
  "GET /api/releases": {
    summary: "List the releases of Timbertally",
    procedure: searchReleases,
  },
};
