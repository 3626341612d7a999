import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { company, tripTicket } from "#db/schema";
import { ticketsVisibleTo } from "~/core/tickets/access.server";
import { procedure } from "~/web/procedure";

/** So many rows on each side are tried: loads leave a list while one works through it. */
const TRIED = 5;

type Neighbor = { id: number; number: number; requester: string } | null;

/** The visible tickets before and after one in the order of the list that one came from. */
export const getNeighbors = procedure({
  name: "getNeighbors",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int(), ids: z.array(z.number().int()).max(100) }),
  async run(ctx, { id, ids }): Promise<{ previous: Neighbor; next: Neighbor; is_last: boolean }> {
    const at = ids.indexOf(id);
    if (at === -1) return { previous: null, next: null, is_last: false };
    const before = ids.slice(Math.max(0, at - TRIED), at).reverse();
    const after = ids.slice(at + 1, at + 1 + TRIED);
    const rows = await ctx.read
      .select({ id: tripTicket.id, number: tripTicket.trip_ticket_number, requester: company.name })
      .from(tripTicket)
      .innerJoin(company, eq(company.id, tripTicket.numbering_company_id))
      .where(and(inArray(tripTicket.id, [...before, ...after]), ticketsVisibleTo(ctx.actor)));
    const nearest = (list: number[]): Neighbor =>
      list.flatMap((wanted) => rows.filter((row) => row.id === wanted))[0] ?? null;
    const next = nearest(after);
    return { previous: nearest(before), next, is_last: next === null };
  },
});
