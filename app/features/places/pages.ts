import type { Pages } from "~/web/page";

export const pages = {
  "/company/destinations": { page: "destinations.tsx" },
  "/company/destinations/:destinationId": { page: "destination.tsx", beside: true, hydrate: true },
  "/company/destinations/:destinationId/deletion": { page: "destination-deletion.tsx", beside: true },
  "/company/destinations/new": { page: "new-destination.tsx", beside: true, hydrate: true },
  "/company/location-types": { listed: "/company/locations" },
  "/company/location-types/:typeId": { page: "location-type.tsx", beside: true },
  "/company/location-types/new": { page: "new-location-type.tsx", beside: true },
  "/company/locations": { page: "locations.tsx" },
  "/company/locations/:locationId": { page: "location.tsx", beside: true, hydrate: true },
  "/company/locations/:locationId/deletion": { page: "location-deletion.tsx", beside: true },
  "/company/locations/new": { page: "new-location.tsx", beside: true, hydrate: true },
  "/company/map": { page: "map.tsx", beside: true, hydrate: true },
} satisfies Pages;
