import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { jsonListSql } from "#db/json-list";
import { tripTicket } from "#db/schema";
import type { ReadCtx } from "~/web/procedure";
import { buildFilterConditions } from "../../list/data/filter.server";
import type { TicketFilter } from "../../list/rules/filter";
import { STATUS, STATUS_IDS } from "../../rules/trip-ticket";
import { statusIdSql } from "../../shared/status-sql.server";

/** Number of a company's tickets to scan at a time, so that other requests are served in between. */
export const SCAN_CHUNK_SIZE = 5_000;

export type PageRequest = {
  /** True for newest last change first. */
  descending: boolean;
  /** Maximum number of ids to return. */
  most: number;
  /** Maximum number of tickets to scan if the filter has no faster index. */
  lookAt?: number;
};
/** Result of a search. `whole`: everything that could match was scanned, and nothing was left out. */
export type MatchResult = { ids: number[]; whole: boolean };

type Place = { at: string; id: number };

/** Scan the company's own ticket list in order, one chunk at a time. */
export async function scanTickets(
  ctx: ReadCtx,
  filter: TicketFilter,
  { descending, most, lookAt = Number.POSITIVE_INFINITY }: PageRequest,
  step = SCAN_CHUNK_SIZE,
): Promise<MatchResult> {
  const statuses = filter.trip_ticket_status_ids?.length ? filter.trip_ticket_status_ids : STATUS_IDS;
  const open = !statuses.includes(STATUS.completed);
  const list = open ? sql`ticket_company c INDEXED BY ticket_company_open` : sql`ticket_company c`;
  const order = sql.raw(descending ? "DESC" : "ASC");
  const [after, upTo] = descending ? [sql.raw("<"), sql.raw(">=")] : [sql.raw(">"), sql.raw("<=")];
  const inOrder = sql`c.last_modified_at ${order}, c.ticket_id ${order}`;
  const mine = sql`c.company_id = ${ctx.actor.company.id}${open ? sql` AND c.status <> ${statusIdSql("completed")}` : sql``}`;
  const rest = buildFilterConditions(ctx.actor, { ...filter, trip_ticket_status_ids: [] });
  const matches = sql.join([sql`+c.status IN ${jsonListSql(statuses)}`, ...rest], sql` AND `);

  const ids: number[] = [];
  let from: Place = descending ? { at: "~", id: 0 } : { at: "", id: 0 };
  for (let looked = 0; looked < lookAt; looked += step) {
    if (looked) await setImmediate();
    const beyond = sql`(c.last_modified_at, c.ticket_id) ${after} (${from.at}, ${from.id})`;
    const [end] = await ctx.read
      .select({ at: sql<string>`c.last_modified_at`, id: sql<number>`c.ticket_id` })
      .from(list)
      .where(sql`${mine} AND ${beyond}`)
      .orderBy(inOrder)
      .limit(1)
      .offset(step - 1);
    const within = end ? sql` AND (c.last_modified_at, c.ticket_id) ${upTo} (${end.at}, ${end.id})` : sql``;
    const results = await ctx.read
      .select({ id: sql<number>`c.ticket_id` })
      .from(sql`${list} CROSS JOIN ${tripTicket} ON ${tripTicket.id} = c.ticket_id`)
      .where(sql`${mine} AND ${beyond}${within} AND ${matches}`)
      .orderBy(inOrder)
      .limit(most - ids.length);
    for (const { id } of results) ids.push(id);
    if (ids.length >= most) return { ids, whole: false };
    if (!end) return { ids, whole: true };
    from = end;
  }
  return { ids, whole: false };
}
