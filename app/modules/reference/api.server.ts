import { type ApiCalls, type ApiSection, TEN_MINUTES } from "~/web/rest-call";
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

/** Calls about lists that are the same for everybody. A browser may cache most of them. */
export const calls: ApiCalls = {
  "GET /api/trip-ticket-statuses": {
    summary: "List the statuses",
    procedure: listTicketStatuses,
    cache: TEN_MINUTES,
  },
  "GET /api/product-types": {
    summary: "List the product types",
    procedure: listProductTypes,
    cache: TEN_MINUTES,
  },
  "GET /api/products": {
    summary: "List commonly sold products",
    procedure: listProducts,
    cache: TEN_MINUTES,
  },
  "GET /api/wood-species": {
    summary: "List the species",
    procedure: listWoodSpecies,
    cache: TEN_MINUTES,
  },
  "GET /api/wood-unit-types": {
    summary: "List the units",
    procedure: listWoodUnitTypes,
    cache: TEN_MINUTES,
  },
  "GET /api/state": {
    summary: "List the states; include: country, county_count",
    procedure: listStates,
    cache: TEN_MINUTES,
  },
  "GET /api/county/{state_id}": {
    summary: "List a state's counties; include: state, geom",
    procedure: listCounties,
    cache: TEN_MINUTES,
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
