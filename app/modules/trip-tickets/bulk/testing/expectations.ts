import type { Expectations } from "../../../../../e2e/support/expectations";
import { ANY_COMPANY, GET_NOT_ALLOWED, NOT_FOUND_FOR_ALL } from "../../../../../e2e/support/rows";

/** Test expectations for bulk actions. */
export const expectations: Expectations = {
  answers: {
    "/trip-tickets/bulk/:runId": NOT_FOUND_FOR_ALL,
    "/trip-tickets/selection/:act": ANY_COMPANY,
    "/api/trip-tickets/bulk": GET_NOT_ALLOWED,
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
