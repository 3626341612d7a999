import type { Expectations } from "../../../../../e2e/support/expectations";
import { COMPANY, NO_GET, NO_SUCH } from "../../../../../e2e/support/rows";

/** Test expectations for bulk acts. */
export const expectations: Expectations = {
  answers: {
    "/trip-tickets/bulk/:runId": NO_SUCH,
    "/trip-tickets/selection/:act": COMPANY,
    "/api/trip-tickets/bulk": NO_GET,
    "/api/trip-tickets/bulk/:bulk_run_id": { nobody: 401, else: 404 },
  },
  params: {
    act: "priority",
    bulk_run_id: "987654",
  },
  bodies: {
    startBulk: { act: "priority", ids: [987_654], trip_ticket_priority_id: 1 },
  },
  good: {
    startBulk: { act: "priority", ids: [987_654], trip_ticket_priority_id: 1 },
  },
  pages: {
    manager: ["/trip-tickets/selection/assignment"],
  },
  alike: {
    manager: ["{bulk}"],
  },
};
