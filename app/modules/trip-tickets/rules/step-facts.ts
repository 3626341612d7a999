import { isActiveJob } from "~/modules/jobs/rules/job-status";
import type { VisibleTicket } from "../shared/ticket-row.server";
import type { OpenLoad, StepFacts } from "./lifecycle";
import { isMeasured } from "./skipped-delivery";

/** Facts that the life cycle needs; `openLoad` is another load of the driver's that prevents the step. */
export function getStepFacts(
  ticket: Pick<VisibleTicket, "row" | "roles">,
  openLoad: OpenLoad | null = null,
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
