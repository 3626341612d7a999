import { sql } from "drizzle-orm";
import { preparedWide } from "#db/prepared.server";
import { tripTicket } from "#db/schema";
import { ticketsVisibleToCompany } from "~/core/tickets/access.server";
import { asShown, selectTickets, type TicketRow } from "~/core/tickets/ticket-row.server";
import { type ExportReader, readBeside, type Shows } from "./beside-tickets.server";
import { ALL_COLUMNS, type Column, type ExportRow } from "./columns";
import { partsLeftOut } from "./parts";
import { TicketExportRow } from "./ticket-export-row.server";

/** So many tickets are in memory at once, however many are sent. */
export const CHUNK = 250;

const IDS = sql.placeholder("ids");
const chunkOf = (isLeftOut?: (path: string) => boolean) =>
  preparedWide(
    (read) =>
      selectTickets(read).where(
        sql`${tripTicket.id} IN (SELECT value FROM json_each(${IDS})) AND ${ticketsVisibleToCompany(sql.placeholder("me"))}`,
      ),
    isLeftOut,
  );
const findWhole = chunkOf();
type FindChunk = typeof findWhole;

/** A query for each choice of parts that files were asked with. */
const found = new Map<string, FindChunk>();
/** People choose columns as they like; what they choose seldom is put together again. */
const MOST_CHOICES = 50;

/** How a file of these columns reads its tickets: without what no column of it shows. */
function chunksFor(columns: readonly Column[]): FindChunk {
  if (columns === ALL_COLUMNS) return findWhole;
  const leftOut = partsLeftOut(columns.map(({ key }) => key));
  const key = [...leftOut].join();
  const query = found.get(key) ?? chunkOf((path) => leftOut.has(path));
  if (found.size >= MOST_CHOICES) found.clear();
  found.set(key, query);
  return query;
}

/**
 * These tickets in this order, a chunk at a time, as far as the acting company may see them when each is read. What
 * belongs to a ticket is only read for columns that show it.
 */
export async function* exportRows(
  ctx: ExportReader,
  ids: readonly number[],
  columns: readonly Column[] = ALL_COLUMNS,
): AsyncGenerator<ExportRow[]> {
  const shown = new Set(columns.map(({ key }) => key));
  const find = chunksFor(columns);
  for (let at = 0; at < ids.length; at += CHUNK) {
    const rows = await readSeen(ctx, find, ids.slice(at, at + CHUNK));
    yield await asRows(ctx, ids.slice(at, at + CHUNK), rows, (...keys) => keys.some((key) => shown.has(key)));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Those of these tickets that the acting company sees, as it may read them. */
export const readTickets = (ctx: ExportReader, ids: readonly number[]): Promise<TicketRow[]> =>
  readSeen(ctx, findWhole, ids);

async function readSeen(ctx: ExportReader, find: FindChunk, ids: readonly number[]): Promise<TicketRow[]> {
  const chunk = await find(ctx.read, { ids: JSON.stringify(ids), me: ctx.actor.company.id });
  return asShown(ctx, chunk);
}

async function asRows(
  ctx: ExportReader,
  ids: readonly number[],
  found: readonly TicketRow[],
  shows: Shows,
): Promise<ExportRow[]> {
  const beside = await readBeside(ctx, found, shows);
  const rows = new Map(found.map((row) => [row.trip_ticket.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [new TicketExportRow(row, beside, ctx.actor.zone)] : [];
  });
}
