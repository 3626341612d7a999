import { sql } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import { preparedWide } from "#db/wide-rows";
import { LAND_PARTS } from "~/modules/trip-tickets/rules/land";
import { ticketsVisibleToCompanyQuery } from "~/modules/trip-tickets/shared/access.server";
import {
  redactHiddenNumbers,
  selectTickets,
  type TicketRow,
} from "~/modules/trip-tickets/shared/ticket-row.server";
import type { Column, ExportRow } from "../rules/columns";
import { listUnusedParts } from "../rules/parts";
import { type ExportReader, readRelatedRows, type ShownParts } from "./beside-tickets.server";
import { TicketExportRow } from "./ticket-export-row.server";

/** Maximum number of tickets in memory at once, however many are exported. */
export const CHUNK_ROWS = 250;

const IDS = sql.placeholder("ids");
const chunkOf = (isLeftOut?: (path: string) => boolean) =>
  preparedWide(
    (read) =>
      selectTickets(read).where(
        sql`${tripTicket.id} IN (SELECT value FROM json_each(${IDS})) AND ${ticketsVisibleToCompanyQuery(sql.placeholder("me"))}`,
      ),
    isLeftOut,
  );
/** Query that reads tickets, and whether it includes their land. */
type Finding = { find: ReturnType<typeof chunkOf>; readsLand: boolean };
const WHOLE: Finding = { find: chunkOf(), readsLand: true };

/** One query for each combination of parts that files were read with. */
const map = new Map<string, Finding>();
/** Maximum number of stored queries. Users choose columns freely; the query of a rare choice is built again. */
const MAX_CHOICES = 50;

/** Pick the query for a file that shows these facts: it leaves out every part that the file never shows. */
function findingFor(facts: readonly string[]): Finding {
  const leftOut = listUnusedParts(facts);
  const key = [...leftOut].join();
  const finding = map.get(key) ?? {
    find: chunkOf((path) => leftOut.has(path)),
    readsLand: LAND_PARTS.some((part) => !leftOut.has(part)),
  };
  if (map.size >= MAX_CHOICES) map.clear();
  map.set(key, finding);
  return finding;
}

/**
 * Return these tickets in this order, a chunk at a time, limited to what the acting company may see when each is read.
 * A ticket's related rows are only read for columns that show them; without columns everything is read.
 */
export async function* readExportRows(
  ctx: ExportReader,
  ids: readonly number[],
  columns?: readonly Pick<Column, "key">[],
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

/** Return those of these tickets that the acting company sees, with the fields that it may read. */
export const readTickets = (ctx: ExportReader, ids: readonly number[]): Promise<TicketRow[]> =>
  readSeen(ctx, WHOLE, ids);

async function readSeen(
  ctx: ExportReader,
  { find, readsLand }: Finding,
  ids: readonly number[],
): Promise<TicketRow[]> {
  const chunk = await find(ctx.read, { ids: JSON.stringify(ids), me: ctx.actor.company.id });
  // Rows without land fields are the same for everybody who sees the load.
  return readsLand ? redactHiddenNumbers(ctx, chunk) : chunk;
}

async function asRows(
  ctx: ExportReader,
  ids: readonly number[],
  results: readonly TicketRow[],
  shows: ShownParts,
): Promise<ExportRow[]> {
  const beside = await readRelatedRows(ctx, results, shows);
  const rows = new Map(results.map((row) => [row.trip_ticket.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [new TicketExportRow(row, beside, ctx.actor.zone)] : [];
  });
}
