import { isActiveJob } from "~/modules/jobs/rules/job-status";
import type { VisibleTicket } from "../shared/ticket-row.server";
import type { LoadInTransit, StepFacts } from "./lifecycle";
import { isMeasured } from "./skipped-delivery";

/**
 * Return the facts that status changes depend on; `openLoad` is another load that the driver has in transit and that
 * blocks the change.
 */
export function getStatusChangeFacts(
  ticket: Pick<VisibleTicket, "row" | "roles">,
  openLoad: LoadInTransit | null = null,
): StepFacts {
  const t = ticket.row.trip_ticket;
  return {
    status: t.trip_ticket_status_id,
    roles: ticket.roles,
    jobActive: isActiveJob(ticket.row.job),
    settlementPaid: Boolean(ticket.row.settlement_paid),
    openLoadOfDriver: openLoad,
    pickedUpAt: t.picked_up_at,
    hasSkidder: t.skidder_company_id !== null,
    isMeasured: isMeasured(t),
  };
}
