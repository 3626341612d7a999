import { z } from "zod";
import { procedure } from "~/web/procedure";
import { formatProductKey } from "../rules/product-key";
import { formatCompanyProduct } from "../rules/trip-ticket";
import { requireVisibleTicket } from "../shared/ticket-row.server";

/** Return the header of the pages below a ticket. Each part requires its own permission; null if the user may read none. */
export const getTicketHead = procedure({
  name: "getTicketHead",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const { shown } = await requireVisibleTicket(ctx, id);
    if (!ctx.actor.permissions.trip_ticket.read) return null;
    return {
      number: shown.trip_ticket.trip_ticket_number,
      status: shown.trip_ticket.trip_ticket_status_id,
      product: formatCompanyProduct(shown),
      wood: formatProductKey(shown.trip_ticket),
      job: shown.job.name,
    };
  },
});
