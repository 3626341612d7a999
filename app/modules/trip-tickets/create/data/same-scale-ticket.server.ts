import { and, eq } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import type { Ctx } from "~/web/procedure";
import { invalid } from "~/web/refusal";

/**
 * Ask for confirmation of a load whose scale ticket number another load at the same destination has, because one slip
 * is one load.
 */
export async function refuseSameScaleTicket(ctx: Ctx, destination: number, number: string | undefined) {
  if (!number) return;
  const [other] = await ctx.read
    .select({ number: tripTicket.trip_ticket_number })
    .from(tripTicket)
    .where(
      and(
        eq(tripTicket.job_destination_id, destination),
        eq(tripTicket.scale_ticket_number, number),
        eq(tripTicket.is_deleted, false),
      ),
    )
    .limit(1);
  if (other)
    throw invalid({
      scale_ticket_number: [`Trip ticket ${other.number} already has this scale ticket.`],
    });
}
