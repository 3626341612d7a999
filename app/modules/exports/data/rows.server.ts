import { sql } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import { prepareWideQuery } from "#db/wide-rows";
import { LAND_FIELDS } from "~/modules/trip-tickets/rules/land";
import { ticketsVisibleToCompanyQuery } from "~/modules/trip-tickets/shared/access.server";
import {
  redactHiddenCuttingPlaces,
  selectTickets,
  type TicketRow,
} from "~/modules/trip-tickets/shared/ticket-row.server";
import type { ExportColumn, ExportRow } from "../rules/columns";
import { listUnusedRowParts } from "../rules/parts";
import { type ExportReadContext, readRelatedRows, type ShowsAnyFact } from "./beside-tickets.server";
import { TicketExportRow } from "./ticket-export-row.server";

/** Maximum number of tickets in memory at once, however many are exported. */
export const CHUNK_ROWS = 250;

const IDS = sql.placeholder("ids");
const chunkOf = (isLeftOut?: (path: string) => boolean) =>
  prepareWideQuery(
    (read) =>
      selectTickets(read).where(
        sql`${tripTicket.id} IN (SELECT value FROM json_each(${IDS})) AND ${ticketsVisibleToCompanyQuery(sql.placeholder("me"))}`,
      ),
    isLeftOut,
  );
/** Prepared query for tickets, and whether the query reads land fields. */
type Finding = { find: ReturnType<typeof chunkOf>; readsLand: boolean };
const WHOLE: Finding = { find: chunkOf(), readsLand: true };

/** Prepared queries by the combination of ticket parts that each one leaves out. */
const map = new Map<string, Finding>();
/**
 * Maximum number of stored queries. Users can choose any columns, so the map is cleared at this size and queries are
 * built again as needed.
 */
const MAX_CHOICES = 50;

/** Return the query for a file with these columns, without the ticket parts that no column shows. */
function findingFor(facts: readonly string[]): Finding {
  const leftOut = listUnusedRowParts(facts);
  const key = [...leftOut].join();
  const finding = map.get(key) ?? {
    find: chunkOf((path) => leftOut.has(path)),
    readsLand: LAND_FIELDS.some((part) => !leftOut.has(part)),
  };
  if (map.size >= MAX_CHOICES) map.clear();
  map.set(key, finding);
  return finding;
}

/**
 * Yield export rows for these ticket ids in this order, a chunk at a time, limited to tickets that the acting company
 * may see when each chunk is read. Related rows are read only for columns that show them; without `columns`, everything
 * is read.
 */
export async function* readExportRows(
  ctx: ExportReadContext,
  ids: readonly number[],
  columns?: readonly Pick<ExportColumn, "key">[],
): AsyncGenerator<ExportRow[]> {
  const facts = columns?.map(({ key }) => key);
  const shown = facts && new Set(facts);
  const finding = facts ? findingFor(facts) : WHOLE;
  for (let index = 0; index < ids.length; index += CHUNK_ROWS) {
    const rows = await readSeen(ctx, finding, ids.slice(index, index + CHUNK_ROWS));
    yield await asRows(
      ctx,
      ids.slice(index, index + CHUNK_ROWS),
      rows,
      (...keys) => shown === undefined || keys.some((key) => shown.has(key)),
    );
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Return the tickets with these ids that the acting company may see, with the fields that the company may read. */
export const readVisibleTicketRows = (ctx: ExportReadContext, ids: readonly number[]): Promise<TicketRow[]> =>
  readSeen(ctx, WHOLE, ids);

async function readSeen(
  ctx: ExportReadContext,
  { find, readsLand }: Finding,
  ids: readonly number[],
): Promise<TicketRow[]> {
  const chunk = await find(ctx.read, { ids: JSON.stringify(ids), me: ctx.actor.company.id });
  // Rows without land fields need no redaction: they are the same for every company that sees the load.
  return readsLand ? redactHiddenCuttingPlaces(ctx, chunk) : chunk;
}

async function asRows(
  ctx: ExportReadContext,
  ids: readonly number[],
  results: readonly TicketRow[],
  shows: ShowsAnyFact,
): Promise<ExportRow[]> {
  const beside = await readRelatedRows(ctx, results, shows);
  const rows = new Map(results.map((row) => [row.trip_ticket.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [new TicketExportRow(row, beside, ctx.actor.zone)] : [];
  });
}
