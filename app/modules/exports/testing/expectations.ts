import type { Expectations } from "../../../../e2e/support/expectations";
import { EXPORTS, NO_GET, NO_SUCH } from "../../../../e2e/support/rows";

/** Test expectations for exports. */
export const expectations: Expectations = {
  answers: {
    "/trip-tickets/export": EXPORTS,
    // A user who may not have the file is redirected to the page that shows what it needs.
    "/trip-tickets/export/file": { ...EXPORTS, else: 302 },
    "/trip-tickets/export/templates/:type": EXPORTS,
    "/trip-tickets/export/templates/:type/reset": { else: 302 },
    "/trip-tickets/exports/:runId": NO_SUCH,
    "/trip-tickets/exports/:runId/file": NO_SUCH,
    "/api/trip-tickets/export": NO_GET,
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
