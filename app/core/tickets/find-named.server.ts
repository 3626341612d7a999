import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { prepared } from "#db/prepared.server";
import { company, tripTicket } from "#db/schema";
import { text } from "~/domain/text/input";
import { readTicketName, shortCode } from "~/domain/tickets/ticket-name";
import { procedure, type Reading } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { ticketsVisibleToCompany } from "./access.server";
import { GLANCE, idsByNumber } from "./find-ids.server";

/** So many tickets of one number are looked at: each requester gives it once. */
const LOOK_AT = 100;

/** The visible tickets of a number with who gave it, the newest first: asked with every page of a ticket, so it's put together once. */
const numbered = prepared((read) =>
  read
    .select({ id: tripTicket.id, requester: company.name })
    .from(tripTicket)
    .innerJoin(company, eq(company.id, tripTicket.numbering_company_id))
    .where(
      and(
        sql`${tripTicket.id} IN ${read
          .select({ id: tripTicket.id })
          .from(tripTicket)
          .where(eq(tripTicket.trip_ticket_number, sql.placeholder("number")))
          .limit(GLANCE)}`,
        ticketsVisibleToCompany(sql.placeholder("me")),
      ),
    )
    .orderBy(desc(tripTicket.id))
    .limit(LOOK_AT),
);

/** The visible tickets that a name means, "SLT-1178", the newest first; none where the text isn't a name. */
export async function idsByName({ read, actor }: Reading, typed: string): Promise<number[]> {
  const name = readTicketName(typed);
  if (!name) return [];
  const rows = await numbered(read, { number: name.number, me: actor.company.id });
  return rows.filter(({ requester }) => shortCode(requester) === name.code).map(({ id }) => id);
}

/**
 * The ticket that an address calls by its name. Null where several have it, or where the letters are of no requester that
 * is seen but the number is: a company may have another name by now, so the reader chooses. Nothing visible is 404.
 */
export const getNamedTicket = procedure({
  name: "getNamedTicket",
  may: "trip_ticket.read",
  input: z.strictObject({ name: text(20) }),
  async run(ctx, { name }): Promise<number | null> {
    const ids = await idsByName(ctx, name);
    if (ids.length === 1) return ids[0] ?? null;
    const read = readTicketName(name);
    if (read && (await idsByNumber(ctx, read.number, 1)).length) return null;
    throw missing("We couldn't find that trip ticket, or you don't have access to it.");
  },
});
