import { z } from "zod";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import { procedure } from "~/web/procedure";
import { readTrip } from "../data/trip.server";
import { formatTicketFacts } from "./detail.server";
import { requireVisibleTicket } from "./ticket-row.server";

/** The reader's load under way, as the card on their first page: its destination, and the next step. */
export const getMyTrip = procedure({
  name: "getMyTrip",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const ticket = await requireVisibleTicket(ctx, id);
    const { version, number, status, product, wood, destination, loaded_from, landing, job } =
      formatTicketFacts(ticket.shown, createHistoryFormat(ctx));
    const facts = { id, version, number, status, product, wood, destination, loaded_from, landing, job };
    return { ...facts, ...(await readTrip(ctx, ticket)) };
  },
});

export type TripPage = Awaited<ReturnType<typeof getMyTrip.run>>;
