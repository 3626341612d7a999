import { historySteps } from "~/core/history/history.server";
import { claimStepsOf } from "~/core/settling/claim-steps.server";
import type { VisibleTicket } from "~/core/tickets/ticket-row.server";
import { subjectOf, updateOf } from "~/core/tickets/write.server";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";

/** The steps that delete a ticket from every list, with its claims; the caller has asked whether it may be. */
export async function deleteTicketSteps(
  ctx: Ctx<CompanyActor>,
  ticket: VisibleTicket,
  version: number,
): Promise<Step[]> {
  const patch = { is_deleted: true };
  const history = await historySteps(ctx, subjectOf(ticket), [
    { activity: "trip_ticket_deleted", details: {} },
  ]);
  const claims = await claimStepsOf(ctx, ticket.row, patch);
  return [mustHit(updateOf(ctx, ticket, version, patch)), ...history, ...claims];
}
