import { eq } from "drizzle-orm";
import type { Database } from "#db/client.server";
import { tripTicket } from "#db/schema";
import type { Harvest } from "#db/testing/harvest";

/** Create a load that was dropped off at the mill. */
export const createDeliveredTicket = (h: Harvest, values: Partial<typeof tripTicket.$inferInsert> = {}) =>
  h.ticket({
    trip_ticket_status_id: 3,
    hauler_company_id: h.ids.hauler.id,
    picked_up_at: "2026-11-16T13:00:00.000Z",
    dropped_off_at: "2026-11-16T19:00:00.000Z",
    ...values,
  });

/** Return a ticket's stored row. */
export async function readTicketRow(db: Database, id: number) {
  const [row] = await db.read.select().from(tripTicket).where(eq(tripTicket.id, id));
  if (!row) throw new Error("no ticket");
  return row;
}
