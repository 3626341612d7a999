import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { outliving } from "#db/outliving";
import { prepared } from "#db/prepared.server";
import { company, tripTicket } from "#db/schema";
import { text } from "~/domain/text/input";
import { readTicketName, shortCode } from "~/domain/tickets/ticket-name";
import { procedure, type Reading } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { ticketsVisibleToCompany } from "./access.server";
import { GLANCE, idsByNumber } from "./find-ids.server";

/** So many tickets of one name are looked at: each requester gives a number once. */
const LOOK_AT = 100;

/** The tickets of a number with who gave it, seen or not: the index has them, so that no ticket is read for its number alone. */
const numbered = prepared((read) =>
  read
    .select({ id: tripTicket.id, requester: company.name })
    .from(tripTicket)
    .innerJoin(company, eq(company.id, tripTicket.numbering_company_id))
    .where(eq(tripTicket.trip_ticket_number, sql.placeholder("number")))
    .limit(GLANCE),
);

/** Of some tickets those that are visible, the newest first. */
const seen = prepared((read) =>
  read
    .select({ id: tripTicket.id })
    .from(tripTicket)
    .where(
      and(
        sql`${tripTicket.id} IN (SELECT value FROM json_each(${sql.placeholder("ids")}))`,
        ticketsVisibleToCompany(sql.placeholder("me")),
      ),
    )
    .orderBy(desc(tripTicket.id))
    .limit(LOOK_AT),
);

/** More names than companies number their loads alike; where there are more, all are found again. */
const MOST_CODES = 20_000;
const codes = outliving(new Map<string, string>());

function codeOf(requester: string): string {
  const code = codes.get(requester) ?? shortCode(requester);
  if (codes.size >= MOST_CODES) codes.clear();
  codes.set(requester, code);
  return code;
}

/** The visible tickets that a name means, "SLT-1178", the newest first; none where the text isn't a name. */
export async function idsByName({ read, actor }: Reading, typed: string): Promise<number[]> {
  const name = readTicketName(typed);
  if (!name) return [];
  const given = await numbered(read, { number: name.number });
  const ids = given.filter(({ requester }) => codeOf(requester) === name.code).map(({ id }) => id);
  if (!ids.length) return [];
  const rows = await seen(read, { ids: JSON.stringify(ids), me: actor.company.id });
  return rows.map(({ id }) => id);
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
