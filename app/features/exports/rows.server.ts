import { sql } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import { preparedWide } from "#db/wide-rows";
import { ticketsVisibleToCompany } from "~/core/tickets/access.server";
import { LAND_PARTS } from "~/core/tickets/land";
import { asShown, selectTickets, type TicketRow } from "~/core/tickets/ticket-row.server";
import { type ExportReader, readBeside, type Shows } from "./beside-tickets.server";
import type { Column, ExportRow } from "./columns";
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
/** How tickets are read, and whether that says anything of the land that they come from. */
type Finding = { find: ReturnType<typeof chunkOf>; readsLand: boolean };
const WHOLE: Finding = { find: chunkOf(), readsLand: true };

/** A query for each choice of parts that files were asked with. */
const found = new Map<string, Finding>();
/** People choose columns as they like; what they choose seldom is put together again. */
const MOST_CHOICES = 50;

/** Pick the query for a file that shows these facts: it leaves out every part that the file never shows. */
function findingFor(facts: readonly string[]): Finding {
  const leftOut = partsLeftOut(facts);
  const key = [...leftOut].join();
  const finding = found.get(key) ?? {
    find: chunkOf((path) => leftOut.has(path)),
    readsLand: LAND_PARTS.some((part) => !leftOut.has(part)),
  };
  if (found.size >= MOST_CHOICES) found.clear();
  found.set(key, finding);
  return finding;
}

/**
 * These tickets in this order, a chunk at a time, as far as the acting company may see them when each is read. What
 * belongs to a ticket is only read for columns that show it; without columns everything is.
 */
export async function* exportRows(
  ctx: ExportReader,
  ids: readonly number[],
  columns?: readonly Pick<Column, "key">[],
): AsyncGenerator<ExportRow[]> {
  const facts = columns?.map(({ key }) => key);
  const shown = facts && new Set(facts);
  const finding = facts ? findingFor(facts) : WHOLE;
  for (let at = 0; at < ids.length; at += CHUNK) {
    const rows = await readSeen(ctx, finding, ids.slice(at, at + CHUNK));
    yield await asRows(
      ctx,
      ids.slice(at, at + CHUNK),
      rows,
      (...keys) => shown === undefined || keys.some((key) => shown.has(key)),
    );
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Those of these tickets that the acting company sees, as it may read them. */
export const readTickets = (ctx: ExportReader, ids: readonly number[]): Promise<TicketRow[]> =>
  readSeen(ctx, WHOLE, ids);

async function readSeen(
  ctx: ExportReader,
  { find, readsLand }: Finding,
  ids: readonly number[],
): Promise<TicketRow[]> {
  const chunk = await find(ctx.read, { ids: JSON.stringify(ids), me: ctx.actor.company.id });
  // Rows that say nothing of their land say the same to everybody who sees the load.
  return readsLand ? asShown(ctx, chunk) : chunk;
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
