import { and, inArray } from "drizzle-orm";
import { z } from "zod";
import { tripTicket } from "#db/schema";
import { wordsOf } from "~/core/history/words.server";
import { ticketsVisibleTo } from "~/core/tickets/access.server";
import { selectTickets, withRights } from "~/core/tickets/ticket-row.server";
import { ticketFacts } from "~/features/trip-tickets/detail.server";
import type { Call } from "~/web/perform.server";
import { procedure } from "~/web/procedure";
import { call } from "~/web/respond.server";

/** So many tickets are shown in one panel. */
export const MOST_SHOWN = 20;

/** Tickets as the panel beside a list shows them, in the order asked for; what is not visible is left out. */
export const showTickets = procedure({
  name: "showTickets",
  may: "trip_ticket.read",
  input: z.strictObject({ ids: z.array(z.number().int().positive()).max(MOST_SHOWN) }),
  async run(ctx, { ids }) {
    if (ids.length === 0) return [];
    const rows = await selectTickets(ctx.read).where(
      and(inArray(tripTicket.id, ids), ticketsVisibleTo(ctx.actor)),
    );
    const unit = ctx.actor.user?.wood_unit_type_id;
    const tickets = await withRights(ctx, rows);
    return ids.flatMap((id) => {
      const row = tickets.find((t) => t.shown.trip_ticket.id === id)?.shown;
      return row ? [ticketFacts(row, wordsOf(ctx), unit)] : [];
    });
  },
});
export type PanelTicket = Awaited<ReturnType<typeof showTickets.run>>[number];

/** What an address selects, "12" or "12,15": the tickets of the panel, null where none is asked for. */
export async function readPanel(ctx: Call, selected: string | null): Promise<PanelTicket[] | null> {
  const ids = [...new Set((selected ?? "").split(",").filter((word) => /^[1-9]\d{0,8}$/.test(word)))];
  if (ids.length === 0) return null;
  return call(showTickets, ctx, { ids: ids.slice(0, MOST_SHOWN).map(Number) });
}
