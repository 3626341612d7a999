import { readPictureForPrint } from "~/lib/files/print-picture.server";
import { readTicketSheets, type Sheet } from "~/modules/trip-tickets/shared/paper.server";
import type { ExportReadContext } from "./beside-tickets.server";
import { readVisibleTicketRows } from "./rows.server";

/** A ticket's sheet, with its header logo in a format that a PDF accepts; null if there is no logo. */
export type ExportSheet = { sheet: Sheet; logo: Buffer | null };

/** Number of sheets in memory at a time. */
const CHUNK = 100;

/**
 * Yield the sheets of the given tickets in the given order, a chunk at a time, limited to tickets that the acting
 * company sees.
 */
export async function* readExportSheets(
  ctx: ExportReadContext,
  ids: readonly number[],
): AsyncGenerator<ExportSheet[]> {
  const logos = new Map<string, Buffer | null>();
  const logoOf = async (address: string | null) => {
    if (address === null) return null;
    const known = logos.get(address);
    const logo = known === undefined ? await readPictureForPrint(ctx, address) : known;
    logos.set(address, logo);
    return logo;
  };
  for (let index = 0; index < ids.length; index += CHUNK) {
    const expected = ids.slice(index, index + CHUNK);
    const rows = new Map(
      (await readVisibleTicketRows(ctx, expected)).map((row) => [row.trip_ticket.id, row]),
    );
    const inOrder = expected.flatMap((id) => rows.get(id) ?? []);
    const sheets: ExportSheet[] = [];
    for (const sheet of await readTicketSheets(ctx, inOrder))
      sheets.push({ sheet, logo: await logoOf(sheet.logo_url) });
    yield sheets;
  }
}
