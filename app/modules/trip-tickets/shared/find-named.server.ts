import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepared.server";
import { company, tripTicket } from "#db/schema";
import { resettable } from "~/lib/process-state";
import { textField } from "~/lib/text/input";
import { procedure, type ReadCtx } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { formatCompanyCode, parseTicketName } from "../rules/ticket-name";
import { ticketsVisibleToCompanyQuery } from "./access.server";
import { findIdsByNumber, QUICK_SCAN_ROWS } from "./find-ids.server";

/** Maximum number of tickets of one name to scan: each requester uses a number once. */
const LOOK_AT = 100;

/**
 * Tickets of a number with their requester, visible or not: the index covers them, so no ticket is read for its number
 * alone.
 */
const numbered = prepareQuery((read) =>
  read
    .select({ id: tripTicket.id, requester: company.name })
    .from(tripTicket)
    .innerJoin(company, eq(company.id, tripTicket.numbering_company_id))
    .where(eq(tripTicket.trip_ticket_number, sql.placeholder("number")))
    .limit(QUICK_SCAN_ROWS),
);

/** Of some tickets, the visible ones, newest first. */
const seen = prepareQuery((read) =>
  read
    .select({ id: tripTicket.id })
    .from(tripTicket)
    .where(
      and(
        sql`${tripTicket.id} IN (SELECT value FROM json_each(${sql.placeholder("ids")}))`,
        ticketsVisibleToCompanyQuery(sql.placeholder("me")),
      ),
    )
    .orderBy(desc(tripTicket.id))
    .limit(LOOK_AT),
);

/** Maximum number of cached requester codes, more than are in use; at this size the cache is cleared. */
const MAX_CODES = 20_000;
const codes = resettable(new Map<string, string>());

function codeOf(requester: string): string {
  const code = codes.get(requester) ?? formatCompanyCode(requester);
  if (codes.size >= MAX_CODES) codes.clear();
  codes.set(requester, code);
  return code;
}

/** Return the visible tickets that a name such as "SLT-1178" refers to, newest first; none if the text isn't a name. */
export async function findIdsByName({ read, actor }: ReadCtx, typed: string): Promise<number[]> {
  const name = parseTicketName(typed);
  if (!name) return [];
  const inputs = await numbered(read, { number: name.number });
  const ids = inputs.filter(({ requester }) => codeOf(requester) === name.code).map(({ id }) => id);
  if (!ids.length) return [];
  const rows = await seen(read, { ids: JSON.stringify(ids), me: actor.company.id });
  return rows.map(({ id }) => id);
}

/**
 * Return the ticket that an address names. Null if several have the name, or if the letters match no visible requester
 * but the number does: a company may have another name by now, so the reader chooses. If nothing is visible, 404.
 */
export const getNamedTicket = procedure({
  name: "getNamedTicket",
  may: "trip_ticket.read",
  input: z.strictObject({ name: textField(20) }),
  async run(ctx, { name }): Promise<number | null> {
    const ids = await findIdsByName(ctx, name);
    if (ids.length === 1) return ids[0] ?? null;
    const read = parseTicketName(name);
    if (read && (await findIdsByNumber(ctx, read.number, 1)).length) return null;
    throw notFound("We couldn't find that trip ticket, or you don't have access to it.");
  },
});
