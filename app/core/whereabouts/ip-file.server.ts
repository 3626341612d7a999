import { readFile } from "node:fs/promises";
import { z } from "zod";
import { outliving } from "#db/outliving";
import { isPoint, type Point } from "~/domain/geo/geo";
import { log } from "~/web/log.server";

/** Who is thanked on a page that shows a place, as the file's license asks. */
export type Credit = { text: string; href: string };
type PlaceFile = { placeOf(address: string): Point | null; credit: Credit | null };

const degrees = z.object({ latitude: z.number(), longitude: z.number() });
/** As DB-IP and MaxMind write a row, and as it lies flat in other editions of them. */
const rowSchema = z.union([z.object({ location: degrees }).transform((row) => row.location), degrees]);

const CREDITS: [RegExp, Credit][] = [
  [/^DB-?IP/i, { text: "IP geolocation by DB-IP", href: "https://db-ip.com" }],
  [/^Geo(Lite|IP)2/i, { text: "Location data by MaxMind", href: "https://www.maxmind.com" }],
];

const opened = outliving(new Map<string, Promise<PlaceFile | null>>());

/**
 * Reads a file of places by network address (`IP_PLACE_FILE`, in MaxMind's format), once; null where it can't be read, which is
 * logged and kept from then on.
 */
export function placeFile(path: string): Promise<PlaceFile | null> {
  const known = opened.get(path);
  if (known) return known;
  const made = open(path).catch((error: unknown) => {
    log.warn({ err: error, path }, "IP_PLACE_FILE can't be read; places by address come from elsewhere");
    return null;
  });
  opened.set(path, made);
  return made;
}

async function open(path: string): Promise<PlaceFile> {
  const [{ Reader }, content] = await Promise.all([import("mmdb-lib"), readFile(path)]);
  const reader = new Reader<never>(content);
  const credit = CREDITS.find(([name]) => name.test(reader.metadata.databaseType))?.[1] ?? null;
  return { placeOf: (address) => pointOf(() => reader.get(address)), credit };
}

/** A row as a place; null for one that says nothing, or in a part of the file that is broken. */
function pointOf(read: () => unknown): Point | null {
  try {
    const row = rowSchema.safeParse(read());
    return row.success && isPoint(row.data) ? row.data : null;
  } catch {
    return null;
  }
}
