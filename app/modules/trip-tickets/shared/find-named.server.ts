import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import { company, tripTicket } from "#db/schema";
import { registerResettable } from "~/lib/process-state";
import { createTextSchema } from "~/lib/text/input";
import { procedure, type ReadCtx } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { formatCompanyCode, parseTicketName } from "../rules/ticket-name";
import { ticketsVisibleToCompanyQuery } from "./access.server";
import { findIdsByNumber, MAX_SCANNED_MATCHES } from "./find-ids.server";

/** Maximum number of tickets with the same name to scan; each requester uses a number once. */
const LOOK_AT = 100;

/**
 * Find the tickets with a number, visible or not, and their requester. The index covers this query, so no ticket row is
 * read.
 */
const numbered = prepareQuery((read) =>
  read
    .select({ id: tripTicket.id, requester: company.name })
    .from(tripTicket)
    .innerJoin(company, eq(company.id, tripTicket.numbering_company_id))
    .where(eq(tripTicket.trip_ticket_number, sql.placeholder("number")))
    .limit(MAX_SCANNED_MATCHES),
);

/** Return the visible tickets among the given IDs, newest first. */
const seen = prepareQuery((read) =>
  read
    .select({ id: tripTicket.id })
    .from(tripTicket)
    .where(
      and(
        sql`${tripTicket.id} IN ${jsonListSql(sql.placeholder("ids"))}`,
        ticketsVisibleToCompanyQuery(sql.placeholder("me")),
      ),
    )
    .orderBy(desc(tripTicket.id))
    .limit(LOOK_AT),
);

/** Maximum number of cached company codes, more than there are in use; the cache is cleared at this size. */
const MAX_CODES = 20_000;
const codes = registerResettable(new Map<string, string>());

function codeOf(requester: string): string {
  const code = codes.get(requester) ?? formatCompanyCode(requester);
  if (codes.size >= MAX_CODES) codes.clear();
  codes.set(requester, code);
  return code;
}

/** Return the visible tickets with a name such as "SLT-1178", newest first; empty if the text isn't a ticket name. */
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
 * Return the ticket that a name in an address refers to. Null if several visible tickets have the name, or if only the
 * number matches (the company may have been renamed), so that the user chooses. 404 if no match is visible.
 */
export const getNamedTicket = procedure({
  name: "getNamedTicket",
  may: "trip_ticket.read",
  input: z.strictObject({ name: createTextSchema(20) }),
  async run(ctx, { name }): Promise<number | null> {
    const ids = await findIdsByName(ctx, name);
    if (ids.length === 1) return ids[0] ?? null;
    const read = parseTicketName(name);
    if (read && (await findIdsByNumber(ctx, read.number, 1)).length) return null;
    throw notFound("We couldn't find that trip ticket, or you don't have access to it.");
  },
});
