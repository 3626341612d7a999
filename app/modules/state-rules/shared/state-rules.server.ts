import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { job, stateTicketRule, tripTicket, usState } from "#db/schema";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import { printTickets } from "~/modules/trip-tickets/shared/paper.server";
import { procedure } from "~/web/procedure";
import { hasTicketFact } from "../rules/ticket-facts";

/**
 * Return the facts that a job's state requires on a load ticket, and which of them the ticket has. Missing facts never
 * block anything.
 */
export const getTicketChecklist = procedure({
  name: "getTicketChecklist",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const [paper] = await printTickets.run(ctx, { ids: [id] });
    const rules = await ctx.read
      .select({
        id: stateTicketRule.id,
        key: stateTicketRule.key,
        label: stateTicketRule.label,
        source: stateTicketRule.source,
        state: usState.name,
      })
      .from(tripTicket)
      .innerJoin(job, eq(job.id, tripTicket.job_id))
      .innerJoin(usState, eq(usState.id, job.us_state_id))
      .innerJoin(stateTicketRule, eq(stateTicketRule.us_state_id, usState.id))
      .where(and(eq(tripTicket.id, id), visibleTicketsQuery(ctx.actor)))
      .orderBy(asc(stateTicketRule.id));
    return {
      state: rules[0]?.state ?? null,
      rules: rules.map(({ key, label, source, id: rule }) => ({
        id: rule,
        label,
        source,
        there: paper !== undefined && hasTicketFact(key, paper),
      })),
    };
  },
});
