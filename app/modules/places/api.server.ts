import { type ApiCalls, type ApiSection, STATIC_DATA_CACHE_SECONDS } from "~/web/rest-call";
import { updateDestination } from "./data/edit-destination.server";
import {
  createLocationType,
  listLocationKinds,
  listLocationTypes,
  updateLocationType,
} from "./data/location-types.server";
import {
  createDestination,
  deleteDestination,
  listDestinations,
  searchDestinations,
} from "./shared/destinations.server";
import {
  createLocation,
  deleteLocation,
  listLocations,
  searchLocations,
  updateLocation,
} from "./shared/locations.server";

export const about: ApiSection = "Companies and places";

/** API calls about places: locations, location types and destinations. */
export const calls: ApiCalls = {
  "GET /api/company/{company_id}/locations": {
    summary: "List a company's locations that you can send wood to",
    procedure: listLocations,
  },
  "POST /api/company/{company_id}/locations": {
    summary: "Add a location for your company",
    procedure: createLocation,
    status: 201,
  },
  "PUT /api/company/{company_id}/locations/{location_id}": {
    summary: "Change a location; fields left out stay as they are",
    procedure: updateLocation,
  },
  "DELETE /api/company/{company_id}/locations/{location_id}": {
    summary: "Delete a location; jobs that use it keep it",
    procedure: deleteLocation,
  },
  "GET /api/company/{company_id}/location-types": {
    summary: "List your location types; company 0 has none",
    procedure: listLocationTypes,
    cache: STATIC_DATA_CACHE_SECONDS,
  },
  "POST /api/company/{company_id}/location-types": {
    summary: "Add a location type",
    procedure: createLocationType,
    status: 201,
  },
  "PUT /api/company/{company_id}/location-types/{type_id}": {
    summary: "Change a location type",
    procedure: updateLocationType,
  },
  "GET /api/location-types": {
    summary: "List the kinds of location; with company_id that company's own, none for company 0",
    procedure: listLocationKinds,
    cache: STATIC_DATA_CACHE_SECONDS,
  },
  "POST /api/location/search": {
    summary: "Find locations within half a mile of a place, nearest first",
    procedure: searchLocations,
  },
  "GET /api/company/{company_id}/destinations": {
    summary: "List your destinations",
    procedure: listDestinations,
  },
  "POST /api/company/{company_id}/destinations": {
    summary: "Add a destination: a pin, or a location of a company; its fields in dto or next to company_id",
    procedure: createDestination,
    dto: true,
    status: 201,
  },
  "POST /api/company/{company_id}/destinations/search": {
    summary: "Search your destinations by name",
    procedure: searchDestinations,
  },
  "PUT /api/company/{company_id}/destinations/{company_destination_id}": {
    summary: "Change a destination; fields you leave out stay as they are",
    procedure: updateDestination,
  },
  "DELETE /api/company/{company_id}/destinations/{company_destination_id}": {
    summary: "Delete a destination; jobs that deliver there keep it",
    procedure: deleteDestination,
  },
};
