import { historySteps } from "~/modules/history/shared/history.server";
import { claimStepsForTicket } from "~/modules/settlements/shared/claim-steps.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import type { VisibleTicket } from "./ticket-row.server";
import { getHistorySubject, updateTicketSteps } from "./write.server";

/**
 * Return the steps that remove a ticket from every list, with its claims; the caller has checked that it may be
 * deleted.
 */
export async function deleteTicketSteps(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  version: number,
): Promise<Step[]> {
  const patch = { is_deleted: true };
  const history = await historySteps(ctx, getHistorySubject(ticket), [
    { activity: "trip_ticket_deleted", details: {} },
  ]);
  const claims = await claimStepsForTicket(ctx, ticket.row, patch);
  return [expectOneRow(updateTicketSteps(ctx, ticket, version, patch)), ...history, ...claims];
}
