import type { Pages } from "~/web/page";

export const pages = {
  "/company/destinations": {
    page: "destinations.tsx",
    tab: { label: "Destinations", place: 30, reads: "company_destination" },
  },
  "/company/destinations/:destinationId": {
    page: "destination.tsx",
    frame: true,
    hydrate: true,
  },
  "/company/destinations/:destinationId/deletion": { page: "destination-deletion.tsx" },
  "/company/destinations/new": { page: "new-destination.tsx", hydrate: true },
  "/company/location-types": { listed: "/company/locations" },
  "/company/location-types/:typeId": { page: "location-type.tsx" },
  "/company/location-types/new": { page: "new-location-type.tsx" },
  "/company/locations": {
    page: "locations.tsx",
    tab: { label: "Locations", place: 40, reads: "company_location" },
  },
  "/company/locations/:locationId": { page: "location.tsx", frame: true, hydrate: true },
  "/company/locations/:locationId/deletion": { page: "location-deletion.tsx" },
  "/company/locations/new": { page: "new-location.tsx", hydrate: true },
  "/company/map": { page: "map.tsx" },
} satisfies Pages;
