import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { readXls } from "hucre";
import type { Database } from "#db/client.server";
import { fuelPrice } from "#db/schema";
import { piecesOf } from "~/core/files/pieces";
import { readEiaSheet, type SheetCell, type SheetPrice } from "~/domain/fuel/eia-sheet";

/** EIA's own weekly file, which needs no key. */
export const EIA_FILE = "https://www.eia.gov/petroleum/gasdiesel/xls/psw18vwall.xls";
const HOST = /^https:\/\/www\.eia\.gov\//;
const LIMIT_MS = 30_000;
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_REDIRECTS = 3;
/** So many rows at once are written. */
const AT_ONCE = 200;

/** Why a file of prices was not taken, in words for who runs the import. */
export class NotFuelPrices extends Error {
  override readonly name = "NotFuelPrices";
}

/** Gets the file from EIA: 30 seconds, 16 MB, and sent on within EIA only. */
export async function fetchFuelFile(address = EIA_FILE): Promise<Uint8Array> {
  let at = address;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    if (!HOST.test(at)) throw new NotFuelPrices("EIA redirects to another site.");
    const response = await fetch(at, { redirect: "manual", signal: AbortSignal.timeout(LIMIT_MS) }).catch(
      () => {
        throw new NotFuelPrices("EIA could not be reached. Get the file yourself, and name it.");
      },
    );
    const next = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && next) {
      at = URL.canParse(next, at) ? new URL(next, at).href : "";
      continue;
    }
    if (!response.ok)
      throw new NotFuelPrices(`EIA answered ${response.status}. Get the file yourself, and name it.`);
    return limited(response);
  }
  throw new NotFuelPrices("EIA redirects too many times.");
}

async function limited(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ? piecesOf(response.body) : []) {
    bytes += part.byteLength;
    if (bytes > MOST_BYTES) throw new NotFuelPrices("EIA answered with more than 16 MB.");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The rows of the first sheet that has the series: an old Excel file, or the same saved as CSV. */
async function rowsOf(bytes: Uint8Array): Promise<readonly (readonly SheetCell[])[]> {
  const isExcel = Buffer.from(bytes.subarray(0, 4)).toString("hex") === "d0cf11e0";
  if (!isExcel) {
    try {
      return parse(Buffer.from(bytes), { bom: true, relax_column_count: true, skip_empty_lines: false });
    } catch {
      throw new NotFuelPrices("This is neither EIA's Excel file nor the same as CSV.");
    }
  }
  const { sheets } = await readXls(bytes).catch(() => {
    throw new NotFuelPrices("This Excel file could not be read.");
  });
  const found = sheets.find(({ rows }) => !("problem" in readEiaSheet(rows)));
  return found?.rows ?? [];
}

/** What a file of EIA says, with the lines that were left out. */
export async function readFuelFile(bytes: Uint8Array, anyway = false) {
  const read = readEiaSheet(await rowsOf(bytes), anyway);
  if ("problem" in read) throw new NotFuelPrices(read.problem);
  return read;
}

type NewPrice = SheetPrice & { source: "eia"; revision: number; created_at: string };

/**
 * Adds everybody's prices: a week that is new, or the next revision of one that says something else. What is known already
 * is left alone, so the same file may be read again.
 */
export async function importFuelPrices(db: Database, prices: readonly SheetPrice[], now: Date) {
  const rows = await db.read
    .select({
      region: fuelPrice.region,
      week_on: fuelPrice.week_on,
      price_mills: fuelPrice.price_mills,
      source: fuelPrice.source,
      revision: fuelPrice.revision,
    })
    .from(fuelPrice)
    .where(sql`${fuelPrice.company_id} IS NULL`)
    .orderBy(fuelPrice.revision);
  const known = new Map(rows.map((row) => [`${row.region} ${row.week_on}`, row]));
  const added = prices.flatMap(({ region, week_on, price_mills }): NewPrice[] => {
    const stands = known.get(`${region} ${week_on}`);
    if (stands?.price_mills === price_mills && stands.source === "eia") return [];
    const revision = (stands?.revision ?? 0) + 1;
    return [{ region, week_on, price_mills, source: "eia", revision, created_at: now.toISOString() }];
  });
  for (let i = 0; i < added.length; i += AT_ONCE)
    await db.batch([
      db.write
        .insert(fuelPrice)
        .values(added.slice(i, i + AT_ONCE))
        .onConflictDoNothing()
        .toSQL(),
    ]);
  const corrected = added.filter(({ revision }) => revision > 1).length;
  return {
    added: added.length - corrected,
    corrected,
    newest:
      added
        .map((row) => row.week_on)
        .sort()
        .at(-1) ?? null,
  };
}
