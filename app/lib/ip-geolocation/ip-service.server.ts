import { z } from "zod";
import { fetchExternal } from "~/lib/external-apis/outside.server";
import { isValidPoint, type Point } from "~/lib/geo/geo";
import { registerResettable } from "~/lib/process-state";

/** Maximum time in milliseconds to wait for a location. */
const LIMIT_MS = 2_500;
const KEPT_MS = 3_600_000;
/** Time in milliseconds before an address without a location is looked up again. */
const FAILED_MS = 60_000;
const MAX_CACHED = 1_000;

const number = z.union([z.number(), z.string().max(30).regex(/^-?\d/).transform(Number)]);
const pair = z
  .string()
  .max(60)
  .regex(/^-?[\d.]+,-?[\d.]+$/)
  .transform((both) => both.split(",").map(Number));
/** Response formats of the available services. */
const answerSchema = z.union([
  z.object({ latitude: number, longitude: number }),
  z.object({ lat: number, lon: number }).transform(({ lat, lon }) => ({ latitude: lat, longitude: lon })),
  z
    .object({ loc: pair })
    .transform(({ loc: [latitude = Number.NaN, longitude = Number.NaN] }) => ({ latitude, longitude })),
]);

type Kept = { place: Promise<Point | null>; until: number };
const stored = registerResettable(new Map<string, Kept>());

/** Clear the cached answers, as after a process start. */
export const clearAddressCache = () => stored.clear();

/**
 * Request an address's location from a service (`IP_PLACE_URL`, with `{address}` in it). The service has two and a half
 * seconds, is queried once an hour per address, and is skipped for a while if it fails often. Null for an invalid
 * answer.
 */
export function fetchAddressLocation(url: string, address: string, now: number): Promise<Point | null> {
  const known = stored.get(address);
  if (known && known.until > now && known.until - now <= KEPT_MS) return known.place;
  const entry: Kept = { until: now + KEPT_MS, place: ask(url, address, now) };
  void entry.place.then((place) => {
    if (!place) entry.until = now + FAILED_MS;
  });
  stored.delete(address);
  stored.set(address, entry);
  for (const oldest of stored.keys()) {
    if (stored.size <= MAX_CACHED) break;
    stored.delete(oldest);
  }
  return entry.place;
}

async function ask(url: string, address: string, now: number): Promise<Point | null> {
  try {
    const text = await fetchExternal(url.replace("{address}", encodeURIComponent(address)), {
      accept: "application/json",
      userAgent: "Timbertally",
      host: new URL(url).host,
      limitMs: LIMIT_MS,
      waits: [],
      now: () => now,
    });
    const place = answerSchema.parse(JSON.parse(text));
    return isValidPoint(place) ? { latitude: place.latitude, longitude: place.longitude } : null;
  } catch {
    return null;
  }
}
