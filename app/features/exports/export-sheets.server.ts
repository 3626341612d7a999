import { printPicture } from "~/core/files/print-picture.server";
import { type Sheet, sheetsOf } from "~/features/trip-tickets/paper.server";
import type { ExportReader } from "./beside-tickets.server";
import { readTickets } from "./rows.server";

/** A ticket's sheet with the logo at its head in a form that a PDF takes; null if it has none. */
export type ExportSheet = { sheet: Sheet; logo: Buffer | null };

/** So many sheets are in memory at once. */
const CHUNK = 100;

/** The sheets of these tickets in this order, a chunk at a time, as far as the acting company sees them. */
export async function* exportSheets(
  ctx: ExportReader,
  ids: readonly number[],
): AsyncGenerator<ExportSheet[]> {
  const logos = new Map<string, Buffer | null>();
  const logoOf = async (address: string | null) => {
    if (address === null) return null;
    const known = logos.get(address);
    const logo = known === undefined ? await printPicture(ctx, address) : known;
    logos.set(address, logo);
    return logo;
  };
  for (let at = 0; at < ids.length; at += CHUNK) {
    const wanted = ids.slice(at, at + CHUNK);
    const rows = new Map((await readTickets(ctx, wanted)).map((row) => [row.trip_ticket.id, row]));
    const inOrder = wanted.flatMap((id) => rows.get(id) ?? []);
    const sheets: ExportSheet[] = [];
    for (const sheet of await sheetsOf(ctx, inOrder))
      sheets.push({ sheet, logo: await logoOf(sheet.logo_url) });
    yield sheets;
  }
}
