import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { readXls } from "hucre";
import type { Database } from "#db/client.server";
import { fuelPrice } from "#db/schema";
import { splitStream } from "~/lib/files/chunks";
import { readEiaSheet, type SheetCell, type SheetPrice } from "../rules/eia-sheet";

/** EIA's own weekly file, which needs no key. */
export const EIA_FILE_URL = "https://www.eia.gov/petroleum/gasdiesel/xls/psw18vwall.xls";
const HOST = /^https:\/\/www\.eia\.gov\//;
const LIMIT_MS = 30_000;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_REDIRECTS = 3;
/** Number of rows written at once. */
const AT_ONCE = 200;

/** Error that explains why a file of prices was refused, for the person who runs the import. */
export class InvalidFuelFileError extends Error {
  override readonly name = "NotFuelPrices";
}

/** Download EIA's price file within 30 seconds, up to 16 MB, following redirects only within EIA's site. */
export async function fetchFuelFile(address = EIA_FILE_URL): Promise<Uint8Array> {
  let instant = address;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    if (!HOST.test(instant)) throw new InvalidFuelFileError("EIA redirects to another site.");
    const response = await fetch(instant, {
      redirect: "manual",
      signal: AbortSignal.timeout(LIMIT_MS),
    }).catch(() => {
      throw new InvalidFuelFileError("EIA could not be reached. Get the file yourself, and name it.");
    });
    const next = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && next) {
      instant = URL.canParse(next, instant) ? new URL(next, instant).href : "";
      continue;
    }
    if (!response.ok)
      throw new InvalidFuelFileError(`EIA answered ${response.status}. Get the file yourself, and name it.`);
    return limited(response);
  }
  throw new InvalidFuelFileError("EIA redirects too many times.");
}

async function limited(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ? splitStream(response.body) : []) {
    bytes += part.byteLength;
    if (bytes > MAX_BYTES) throw new InvalidFuelFileError("EIA answered with more than 16 MB.");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Return the rows of the first sheet that has the price series, from an old Excel file or from the same sheet saved as
 * CSV.
 */
async function rowsOf(bytes: Uint8Array): Promise<readonly (readonly SheetCell[])[]> {
  const isExcel = Buffer.from(bytes.subarray(0, 4)).toString("hex") === "d0cf11e0";
  if (!isExcel) {
    try {
      return parse(Buffer.from(bytes), { bom: true, relax_column_count: true, skip_empty_lines: false });
    } catch {
      throw new InvalidFuelFileError("This is neither EIA's Excel file nor the same as CSV.");
    }
  }
  const { sheets } = await readXls(bytes).catch(() => {
    throw new InvalidFuelFileError("This Excel file could not be read.");
  });
  const sheet = sheets.find(({ rows }) => !("problem" in readEiaSheet(rows)));
  return sheet?.rows ?? [];
}

/** Parse a file of EIA, with the lines that were skipped. */
export async function readFuelFile(bytes: Uint8Array, anyway = false) {
  const read = readEiaSheet(await rowsOf(bytes), anyway);
  if ("problem" in read) throw new InvalidFuelFileError(read.problem);
  return read;
}

type NewPrice = SheetPrice & { source: "eia"; revision: number; created_at: string };

/**
 * Add public prices: a new week, or the next revision of a week whose price differs. Known prices are unchanged, so the
 * same file may be read again.
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
