import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { company, tripTicket } from "#db/schema";
import { procedure } from "~/web/procedure";
import { visibleTicketsQuery } from "../../shared/access.server";

/** Number of rows to try before and after a ticket, because loads leave a list while a user works through it. */
const TRIED = 5;

type Neighbor = { id: number; number: number; requester: string } | null;

/** Return the visible tickets before and after a given ticket, in the order of the list that the user came from. */
export const getNeighbors = procedure({
  name: "getNeighbors",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int(), ids: z.array(z.number().int()).max(100) }),
  async run(ctx, { id, ids }): Promise<{ previous: Neighbor; next: Neighbor; is_last: boolean }> {
    const index = ids.indexOf(id);
    if (index === -1) return { previous: null, next: null, is_last: false };
    const before = ids.slice(Math.max(0, index - TRIED), index).reverse();
    const after = ids.slice(index + 1, index + 1 + TRIED);
    const rows = await ctx.read
      .select({ id: tripTicket.id, number: tripTicket.trip_ticket_number, requester: company.name })
      .from(tripTicket)
      .innerJoin(company, eq(company.id, tripTicket.numbering_company_id))
      .where(and(inArray(tripTicket.id, [...before, ...after]), visibleTicketsQuery(ctx.actor)));
    const nearest = (list: number[]): Neighbor =>
      list.flatMap((wanted) => rows.filter((row) => row.id === wanted))[0] ?? null;
    const next = nearest(after);
    return { previous: nearest(before), next, is_last: next === null };
  },
});
