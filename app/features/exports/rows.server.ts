import { sql } from "drizzle-orm";
import { preparedWide } from "#db/prepared.server";
import { tripTicket } from "#db/schema";
import { ticketsVisibleToCompany } from "~/core/tickets/access.server";
import { asShown, selectTickets, type TicketRow } from "~/core/tickets/ticket-row.server";
import { type ExportReader, readBeside, type Shows } from "./beside-tickets.server";
import { ALL_COLUMNS, type Column, type ExportRow } from "./columns";
import { TicketExportRow } from "./ticket-export-row.server";

/** So many tickets are in memory at once, however many are sent. */
export const CHUNK = 250;

const IDS = sql.placeholder("ids");
const findChunk = preparedWide((read) =>
  selectTickets(read).where(
    sql`${tripTicket.id} IN (SELECT value FROM json_each(${IDS})) AND ${ticketsVisibleToCompany(sql.placeholder("me"))}`,
  ),
);

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
  for (let at = 0; at < ids.length; at += CHUNK) {
    yield await readChunk(ctx, ids.slice(at, at + CHUNK), (...keys) => keys.some((key) => shown.has(key)));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Those of these tickets that the acting company sees, as it may read them. */
export async function readTickets(ctx: ExportReader, ids: readonly number[]): Promise<TicketRow[]> {
  const chunk = await findChunk(ctx.read, { ids: JSON.stringify(ids), me: ctx.actor.company.id });
  return asShown(ctx, chunk);
}

async function readChunk(ctx: ExportReader, ids: readonly number[], shows: Shows): Promise<ExportRow[]> {
  const found = await readTickets(ctx, ids);
  const beside = await readBeside(ctx, found, shows);
  const rows = new Map(found.map((row) => [row.trip_ticket.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [new TicketExportRow(row, beside, ctx.actor.zone)] : [];
  });
}
