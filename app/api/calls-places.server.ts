import {
  createDestination,
  deleteDestination,
  listDestinations,
  searchDestinations,
} from "~/features/places/destinations.server";
import { updateDestination } from "~/features/places/edit-destination.server";
import {
  createLocationType,
  listGlobalLocationTypes,
  listLocationTypes,
  updateLocationType,
} from "~/features/places/location-types.server";
import {
  createLocation,
  deleteLocation,
  listLocations,
  searchLocations,
  updateLocation,
} from "~/features/places/locations.server";
import * as answers from "./answers-places";
import type { RestCalls } from "./rest.server";

/** Location types change so seldom that a client may keep them for ten minutes (spec 2, section 9). */
const TEN_MINUTES = 600;

/** Calls about places: locations, their types, destinations (spec 2, section 7). */
export const PLACE_CALLS = {
  "/api/company/{company_id}/locations": {
    GET: {
      summary: "List a company's locations that you can send wood to",
      procedure: listLocations,
      params: ["company_id"],
      answer: answers.locations,
    },
    POST: {
      summary: "Add a location for your company",
      procedure: createLocation,
      params: ["company_id"],
      status: 201,
      answer: answers.made,
    },
  },
  "/api/company/{company_id}/locations/{location_id}": {
    PUT: {
      summary: "Change a location; fields left out stay as they are",
      procedure: updateLocation,
      params: ["company_id", "location_id"],
      answer: answers.changed,
    },
    DELETE: {
      summary: "Delete a location; jobs that use it keep it",
      procedure: deleteLocation,
      params: ["company_id", "location_id"],
      answer: answers.changed,
    },
  },
  "/api/company/{company_id}/location-types": {
    GET: {
      summary: "List your location types; company 0 has none",
      procedure: listLocationTypes,
      params: ["company_id"],
      answer: answers.locationTypes,
      cache: TEN_MINUTES,
    },
    POST: {
      summary: "Add a location type",
      procedure: createLocationType,
      params: ["company_id"],
      status: 201,
      answer: answers.made,
    },
  },
  "/api/company/{company_id}/location-types/{type_id}": {
    PUT: {
      summary: "Change a location type",
      procedure: updateLocationType,
      params: ["company_id", "type_id"],
      answer: answers.changed,
    },
  },
  "/api/location-types": {
    GET: {
      summary: "List the kinds of location; with company_id that company's own, none for company 0",
      procedure: listGlobalLocationTypes,
      answer: answers.globalLocationTypes,
      cache: TEN_MINUTES,
    },
  },
  "/api/location/search": {
    POST: {
      summary: "Find locations within half a mile of a place, nearest first",
      procedure: searchLocations,
      answer: answers.locations,
    },
  },
  "/api/company/{company_id}/destinations": {
    GET: {
      summary: "List your destinations",
      procedure: listDestinations,
      params: ["company_id"],
      answer: answers.destinations,
    },
    POST: {
      summary: "Add a destination: a pin, or a location of a company; its fields in dto or beside company_id",
      procedure: createDestination,
      dto: true,
      params: ["company_id"],
      status: 201,
      answer: answers.made,
    },
  },
  "/api/company/{company_id}/destinations/search": {
    POST: {
      summary: "Search your destinations by name",
      procedure: searchDestinations,
      params: ["company_id"],
      answer: answers.destinations,
    },
  },
  "/api/company/{company_id}/destinations/{company_destination_id}": {
    PUT: {
      summary: "Change a destination; what is not named stays",
      procedure: updateDestination,
      params: ["company_id", "company_destination_id"],
      answer: answers.destinationChanged,
    },
    DELETE: {
      summary: "Delete a destination; jobs that deliver there keep it",
      procedure: deleteDestination,
      params: ["company_id", "company_destination_id"],
      answer: answers.changed,
    },
  },
} as const satisfies Record<string, RestCalls>;
