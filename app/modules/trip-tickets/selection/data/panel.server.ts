import { and, inArray } from "drizzle-orm";
import { z } from "zod";
import { tripTicket } from "#db/schema";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import { callProcedure } from "~/web/form-action.server";
import { procedure } from "~/web/procedure";
import type { Call } from "~/web/run-procedure.server";
import { visibleTicketsQuery } from "../../shared/access.server";
import { formatTicketFacts } from "../../shared/detail.server";
import { addTicketRights, selectTickets } from "../../shared/ticket-row.server";

/** Maximum number of tickets in one panel. */
export const MAX_PANEL_TICKETS = 20;

/** Return tickets for the panel next to a list, in the order of `ids`, without tickets that aren't visible. */
export const showTickets = procedure({
  name: "showTickets",
  may: "trip_ticket.read",
  input: z.strictObject({ ids: z.array(z.number().int().positive()).max(MAX_PANEL_TICKETS) }),
  async run(ctx, { ids }) {
    if (ids.length === 0) return [];
    const rows = await selectTickets(ctx.read).where(
      and(inArray(tripTicket.id, ids), visibleTicketsQuery(ctx.actor)),
    );
    const unit = ctx.actor.user?.wood_unit_type_id;
    const tickets = await addTicketRights(ctx, rows);
    return ids.flatMap((id) => {
      const row = tickets.find((t) => t.shown.trip_ticket.id === id)?.shown;
      return row ? [formatTicketFacts(row, createHistoryFormat(ctx), unit)] : [];
    });
  },
});
export type PanelTicket = Awaited<ReturnType<typeof showTickets.run>>[number];

/** Return the panel's tickets for a URL value such as "12" or "12,15"; null if it has no valid ids. */
export async function readSelectedTickets(ctx: Call, selected: string | null): Promise<PanelTicket[] | null> {
  const ids = [...new Set((selected ?? "").split(",").filter((word) => /^[1-9]\d{0,8}$/.test(word)))];
  if (ids.length === 0) return null;
  return callProcedure(showTickets, ctx, { ids: ids.slice(0, MAX_PANEL_TICKETS).map(Number) });
}
