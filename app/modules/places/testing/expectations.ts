import type { Expectations } from "../../../../e2e/support/expectations";
import { API_KNOWN, API_OWN, COMPANY, NO_GET, NO_SUCH } from "../../../../e2e/support/rows";

/** Valid bodies that are refused to everybody because of the rows they name. */
const ALSO_GOOD = {
  deleteLocation: { version: 2 },
  searchLocations: { latitude: 44, longitude: -84 },
  searchDestinations: {},
  deleteDestination: {},
};

/** Test expectations for places. */
export const expectations: Expectations = {
  answers: {
    "/company/destinations": COMPANY,
    "/company/destinations/:destinationId": NO_SUCH,
    "/company/destinations/:destinationId/deletion": NO_SUCH,
    "/company/destinations/new": COMPANY,
    "/company/location-types/:typeId": NO_SUCH,
    "/company/location-types/new": COMPANY,
    "/company/locations": COMPANY,
    "/company/locations/:locationId": NO_SUCH,
    "/company/locations/:locationId/deletion": NO_SUCH,
    "/company/locations/new": COMPANY,
    "/company/map": COMPANY,
    "/api/company/:company_id/destinations": API_OWN,
    "/api/company/:company_id/destinations/:company_destination_id": NO_GET,
    "/api/company/:company_id/destinations/search": NO_GET,
    "/api/company/:company_id/location-types": API_OWN,
    "/api/company/:company_id/location-types/:type_id": NO_GET,
    "/api/company/:company_id/locations": { nobody: 401, multi: 404, new: 404, super: 404, else: 200 },
    "/api/company/:company_id/locations/:location_id": NO_GET,
    "/api/location-types": API_KNOWN,
    "/api/location/search": NO_GET,
  },
  params: {
    locationId: "987654",
    location_id: "987654",
    typeId: "987654",
    type_id: "987654",
    destinationId: "987654",
    company_destination_id: "987654",
  },
  bodies: {
    ...ALSO_GOOD,
    createLocationType: { name: "Stolen", location_type_id: 987_654 },
    updateLocationType: { version: 2, name: "Stolen" },
    createLocation: { name: "Stolen", company_location_type_id: 987_654, latitude: 44, longitude: -84 },
    updateLocation: { version: 2, name: "Stolen" },
    createDestination: { name: "Stolen", destination_company_location_id: 987_654 },
    updateDestination: { version: 2, name: "Stolen" },
  },
  good: ({ own }) => ({
    ...ALSO_GOOD,
    createLocationType: { name: "Landing", location_type_id: 3 },
    updateLocationType: { version: 2, name: "Landing" },
    createLocation: {
      name: "Gate",
      company_location_type_id: own.type_id,
      latitude: 44,
      longitude: -84,
    },
    updateLocation: { version: 2, name: "Gate" },
    createDestination: { name: "Dock", latitude: 44, longitude: -84 },
    updateDestination: { version: 2, name: "Dock" },
  }),
  pages: {
    manager: [
      "/company/locations",
      "/company/locations/new",
      "/company/locations/new?full=1",
      "/company/location-types/new",
      "/company/map",
      "/company/destinations",
      "/company/destinations/new",
      "/company/destinations/new?mode=deliver_to_mill",
      "/company/destinations/new?mode=deliver_to_mill&stage=choose_mill_location&company_id=5",
      "/company/destinations/new?mode=drop_pin",
      "/company/destinations/new?mode=drop_pin&stage=add_notes_and_products&latitude=44.6483&longitude=-84.7091",
      "/company/destinations/new?mode=drop_pin&stage=add_notes_and_products&latitude=45.1&longitude=-85.2",
    ],
  },
  alike: {
    manager: ["{destination}", "{destination}/deletion", "{type}", "{location}", "{location}/deletion"],
  },
  forms: {
    manager: [
      "/company/location-types/new",
      "{type}",
      "/company/locations/new",
      "/company/locations/new?full=1",
      "{location}",
      "{location}/deletion",
      "/company/destinations/new?mode=drop_pin&stage=add_notes_and_products&latitude=45.1&longitude=-85.2",
      "{destination}/deletion",
    ],
  },
  shots: [
    { name: "locations", as: "manager", path: "/company/locations" },
    { name: "locations-none", as: "rival", path: "/company/locations" },
    { name: "location-new", as: "manager", path: "/company/locations/new?full=1&look=44.7,-84.7,9" },
    { name: "location-type", as: "manager", path: "/company/location-types/new" },
    { name: "company-map", as: "manager", path: "/company/map" },
    { name: "destinations", as: "manager", path: "/company/destinations" },
    { name: "destination-new", as: "manager", path: "/company/destinations/new" },
    { name: "destination-mill", as: "manager", path: "/company/destinations/new?mode=deliver_to_mill" },
    {
      name: "destination-place",
      as: "manager",
      path: "/company/destinations/new?mode=deliver_to_mill&stage=choose_mill_location&company_id=5",
    },
    { name: "destination-pin", as: "manager", path: "/company/destinations/new?mode=drop_pin" },
    {
      name: "destination-near",
      as: "manager",
      path: "/company/destinations/new?mode=drop_pin&stage=add_notes_and_products&latitude=44.6483&longitude=-84.7091",
    },
    {
      name: "destination-notes",
      as: "manager",
      path: "/company/destinations/new?mode=drop_pin&stage=add_notes_and_products&latitude=45.1&longitude=-85.2",
    },
  ],
};
