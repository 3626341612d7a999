import { and, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { jsonListSql } from "#db/json-list";
import { amountOwed, tripTicket } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { visibleSettlementsQuery } from "~/modules/settlements/shared/access.server";
import type { CompanyActor } from "~/web/actor";
import { STATUS } from "../../rules/trip-ticket";
import { visibleTicketsQuery } from "../../shared/access.server";
import type { TicketFilter } from "../rules/filter";

/** The "+" keeps SQLite from using another index than the one that the caller chose. */
const among = (column: SQLiteColumn, ids: readonly number[]) => sql`+${column} IN ${jsonListSql(ids)}`;
const some = (parts: SQL[]) => sql`(${sql.join(parts, sql` OR `)})`;

const boundFor = (mills: readonly number[]) =>
  sql`EXISTS (SELECT 1 FROM job_destination_mill m WHERE m.job_destination_id = ${tripTicket.job_destination_id} AND m.mill_company_id IN ${jsonListSql(mills)})`;

/** Condition for loads created by the given imports of the acting company. */
export const importedByCondition = (actor: CompanyActor, ids: readonly number[]): SQL =>
  sql`(SELECT r.trip_ticket_id FROM load_import_row r JOIN load_import i ON i.id = r.load_import_id AND i.company_id = ${actor.company.id}
    WHERE r.load_import_id IN ${jsonListSql(ids)} AND r.trip_ticket_id IS NOT NULL)`;

/**
 * Company responsible for hauling a load: the contractor if a subcontractor drove, since the contract and the pay are
 * the contractor's.
 */
const hauledFor = sql`coalesce(${tripTicket.hauler_on_behalf_of_company_id}, ${tripTicket.hauler_company_id})`;

/** For the requesting company, a completed load without an amount owed counts as Unpaid. */
const UNPAID = 1;

/**
 * Conditions of a filter on `trip_ticket`, without the visibility check. None is selective enough to start a query: the
 * caller supplies ids, jobs, dates or the company's own list (`query-plan.server.ts`).
 */
export function buildFilterConditions(actor: CompanyActor, filter: TicketFilter): SQL[] {
  const t = tripTicket;
  const conditions: SQL[] = [];
  const add = (ids: readonly number[] | undefined, condition: (ids: readonly number[]) => SQL) => {
    if (ids?.length) conditions.push(condition(ids));
  };
  add(filter.trip_ticket_status_ids, (ids) => among(t.trip_ticket_status_id, ids));
  add(filter.trip_ticket_numbers, (ids) => among(t.trip_ticket_number, ids));
  add(filter.job_ids, (ids) => among(t.job_id, ids));
  add(filter.job_destination_ids, (ids) => among(t.job_destination_id, ids));
  add(filter.product_type_ids, (ids) => among(t.product_type_id, ids));
  add(filter.wood_species_ids, (ids) => among(t.wood_species_id, ids));
  add(filter.trip_ticket_priority_ids, (ids) => among(t.trip_ticket_priority_id, ids));
  add(filter.company_ids, (ids) =>
    some([
      ...[
        t.numbering_company_id,
        ...[t.cutter_company_id, t.skidder_company_id, t.hauler_company_id],
        ...[
          t.cutter_on_behalf_of_company_id,
          t.skidder_on_behalf_of_company_id,
          t.hauler_on_behalf_of_company_id,
        ],
      ].map((c) => among(c, ids)),
      boundFor(ids),
    ]),
  );
  add(filter.mill_ids, boundFor);
  add(filter.hauler_ids, (ids) => sql`${hauledFor} IN ${jsonListSql(ids)}`);
  add(filter.user_ids, (ids) =>
    some(
      [t.cutter_user_id, t.skidder_user_id, t.hauler_user_id, t.scaler_user_id, t.receiver_user_id].map((c) =>
        among(c, ids),
      ),
    ),
  );
  add(filter.import_ids, (ids) => sql`+${t.id} IN ${importedByCondition(actor, ids)}`);
  const date = t[filter.date_field ?? "dropped_off_at"];
  if (filter.dropped_off_start) conditions.push(sql`+${date} >= ${filter.dropped_off_start}`);
  if (filter.dropped_off_end) conditions.push(sql`+${date} <= ${filter.dropped_off_end}`);
  if (filter.scaled !== undefined)
    conditions.push(filter.scaled ? sql`${t.scaled_volume} IS NOT NULL` : sql`${t.scaled_volume} IS NULL`);
  if (filter.settlement_status_ids?.length || filter.settlement_type_ids?.length)
    conditions.push(settled(actor, filter.settlement_status_ids ?? [], filter.settlement_type_ids ?? []));
  return conditions;
}

/**
 * Filter by the amounts owed that the acting company sees (`visibleSettlementsQuery`), for people who handle
 * settlements.
 */
function settled(actor: CompanyActor, statuses: readonly number[], types: readonly number[]): SQL {
  if (!hasPermission(actor.permissions, "settlement.read")) return sql`0`;
  const t = tripTicket;
  const c = amountOwed;
  const ofType = types.length ? sql` AND ${c.settlement_type_id} IN ${jsonListSql(types)}` : sql``;
  const ofStatus = statuses.length ? sql` AND ${c.status_type_id} IN ${jsonListSql(statuses)}` : sql``;
  const rows = (more: SQL) =>
    sql`EXISTS (SELECT 1 FROM ${c} WHERE ${c.trip_ticket_id} = ${t.id} AND ${visibleSettlementsQuery(actor)}${ofType}${more})`;
  if (!statuses.includes(UNPAID)) return rows(ofStatus);
  const bare = sql`+${t.numbering_company_id} = ${actor.company.id} AND +${t.trip_ticket_status_id} = ${STATUS.completed}`;
  return sql`(${rows(ofStatus)} OR (${bare} AND NOT ${rows(sql``)}))`;
}

/**
 * Condition on `trip_ticket`: the acting company may see the ticket and it matches the filter; join it to other
 * conditions with AND. Use it for rows whose ids are known (`readMatchingIds` returns them); it isn't selective enough
 * to start a query.
 */
export const matchingTicketsCondition = (actor: CompanyActor, filter: TicketFilter): SQL =>
  and(visibleTicketsQuery(actor), ...buildFilterConditions(actor, filter)) as SQL;
