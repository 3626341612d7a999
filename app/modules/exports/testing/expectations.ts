import type { Expectations } from "../../../../e2e/support/expectations";
import { EXPORT_PAGES, GET_NOT_ALLOWED, NOT_FOUND_FOR_ALL } from "../../../../e2e/support/rows";

/** Test expectations for exports. */
export const expectations: Expectations = {
  answers: {
    "/trip-tickets/export": EXPORT_PAGES,
    // A user who may not download the file is redirected to the page that shows what exporting requires.
    "/trip-tickets/export/file": { ...EXPORT_PAGES, else: 302 },
    "/trip-tickets/export/templates/:type": EXPORT_PAGES,
    "/trip-tickets/export/templates/:type/reset": { else: 302 },
    "/trip-tickets/exports/:runId": NOT_FOUND_FOR_ALL,
    "/trip-tickets/exports/:runId/file": NOT_FOUND_FOR_ALL,
    "/api/trip-tickets/export": GET_NOT_ALLOWED,
    "/api/trip-tickets/exports/:export_id": { nobody: 401, else: 404 },
    "/api/trip-tickets/exports/:export_id/file": { nobody: 401, else: 404 },
  },
  params: {
    runId: "987654",
    export_id: "987654",
    type: "FPA",
  },
  bodies: {
    exportTickets: { dto: { trip_ticket_ids: [987_654] } },
  },
  good: {
    exportTickets: { dto: { trip_ticket_ids: [1] } },
  },
  pages: {
    manager: ["/trip-tickets/export", "/trip-tickets/export/templates/CARIBOU"],
  },
  alike: {
    manager: ["{export}"],
  },
  forms: {
    manager: ["/trip-tickets/export", "/trip-tickets/export/templates/FPA"],
  },
  shots: [
    { name: "export", as: "manager", path: "/trip-tickets/export" },
    { name: "export-premium", as: "rival", path: "/trip-tickets/export" },
    { name: "export-columns", as: "manager", path: "/trip-tickets/export/templates/CARIBOU" },
  ],
};
