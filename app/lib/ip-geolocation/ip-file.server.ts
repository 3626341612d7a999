import { readFile } from "node:fs/promises";
import { z } from "zod";
import { isValidPoint, type Point } from "~/lib/geo/geo";
import { registerResettable } from "~/lib/process-state";
import { log } from "~/web/log.server";

/** Attribution that the file's license requires on pages that show a location. */
export type DataAttribution = { text: string; href: string };
type PlaceFile = { placeOf(address: string): Point | null; credit: DataAttribution | null };

const degrees = z.object({ latitude: z.number(), longitude: z.number() });
/** Row of the location file as DB-IP and MaxMind write it, or flat as in other editions. */
const rowSchema = z.union([z.object({ location: degrees }).transform((row) => row.location), degrees]);

const CREDITS: [RegExp, DataAttribution][] = [
  [/^DB-?IP/i, { text: "IP geolocation by DB-IP", href: "https://db-ip.com" }],
  [/^Geo(Lite|IP)2/i, { text: "Location data by MaxMind", href: "https://www.maxmind.com" }],
];

const opened = registerResettable(new Map<string, Promise<PlaceFile | null>>());

/**
 * Open the file of locations by network address (`IP_PLACE_FILE`, in MaxMind's format), once. Null if it can't be read,
 * which is logged and cached.
 */
export function openIpLocationFile(path: string): Promise<PlaceFile | null> {
  const known = opened.get(path);
  if (known) return known;
  const created = open(path).catch((error: unknown) => {
    log.warn({ err: error, path }, "IP_PLACE_FILE can't be read; places by address come from elsewhere");
    return null;
  });
  opened.set(path, created);
  return created;
}

async function open(path: string): Promise<PlaceFile> {
  const [{ Reader }, content] = await Promise.all([import("mmdb-lib"), readFile(path)]);
  const reader = new Reader<never>(content);
  const credit = CREDITS.find(([name]) => name.test(reader.metadata.databaseType))?.[1] ?? null;
  return { placeOf: (address) => pointOf(() => reader.get(address)), credit };
}

/** Return the location in a row; null for an empty row or a corrupt part of the file. */
function pointOf(read: () => unknown): Point | null {
  try {
    const row = rowSchema.safeParse(read());
    return row.success && isValidPoint(row.data) ? row.data : null;
  } catch {
    return null;
  }
}
