import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { buildTicketAmountOwedSteps } from "~/modules/settlements/shared/claim-steps.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import type { VisibleTicket } from "./ticket-row.server";
import { buildUpdateTicketSteps, getHistorySubject } from "./write.server";

/**
 * Return the steps that remove a ticket, with its amounts owed, from every list; the caller has checked that the ticket
 * may be deleted.
 */
export async function buildDeleteTicketSteps(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  version: number,
): Promise<Step[]> {
  const patch = { is_deleted: true };
  const history = await buildHistorySteps(ctx, getHistorySubject(ticket), [
    { activity: "trip_ticket_deleted", details: {} },
  ]);
  const claims = await buildTicketAmountOwedSteps(ctx, ticket.row, patch);
  return [expectOneRow(buildUpdateTicketSteps(ctx, ticket, version, patch)), ...history, ...claims];
}
