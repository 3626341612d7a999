import { z } from "zod";
import { visibleTicket } from "~/core/tickets/ticket-row.server";
import { productKey } from "~/domain/tickets/product-key";
import { productLabel } from "~/domain/tickets/trip-ticket";
import { procedure } from "~/web/procedure";

/** What stays on screen above the pages below a ticket. Each of them asks for its own flag; null where none is to read. */
export const getTicketHead = procedure({
  name: "getTicketHead",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const { shown } = await visibleTicket(ctx, id);
    if (!ctx.actor.permissions.trip_ticket.read) return null;
    return {
      number: shown.trip_ticket.trip_ticket_number,
      status: shown.trip_ticket.trip_ticket_status_id,
      product: productLabel(shown),
      wood: productKey(shown.trip_ticket),
      job: shown.job.name,
    };
  },
});
