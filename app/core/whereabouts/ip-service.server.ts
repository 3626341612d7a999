import { z } from "zod";
import { outliving } from "#db/outliving";
import { askOutside } from "~/core/outside/outside.server";
import { isPoint, type Point } from "~/domain/geo/geo";

/** Nobody who waits for a place waits longer. */
const LIMIT_MS = 2_500;
const KEPT_MS = 3_600_000;
/** An address that there was no answer for is asked about again after so long. */
const FAILED_MS = 60_000;
const MOST_KEPT = 1_000;

const number = z.union([z.number(), z.string().max(30).regex(/^-?\d/).transform(Number)]);
const pair = z
  .string()
  .max(60)
  .regex(/^-?[\d.]+,-?[\d.]+$/)
  .transform((both) => both.split(",").map(Number));
/** As the services that there are write it. */
const answerSchema = z.union([
  z.object({ latitude: number, longitude: number }),
  z.object({ lat: number, lon: number }).transform(({ lat, lon }) => ({ latitude: lat, longitude: lon })),
  z
    .object({ loc: pair })
    .transform(({ loc: [latitude = Number.NaN, longitude = Number.NaN] }) => ({ latitude, longitude })),
]);

type Kept = { place: Promise<Point | null>; until: number };
const kept = outliving(new Map<string, Kept>());

/** Forget what was answered, as a process that starts does. */
export const forgetAddresses = () => kept.clear();

/**
 * Where a service says that an address is (`IP_PLACE_URL`, with `{address}` in it). It has two and a half seconds, is asked once
 * an hour for an address, and is left alone for a while where it fails often. Null where it says nothing that makes sense.
 */
export function placeAtService(url: string, address: string, now: number): Promise<Point | null> {
  const known = kept.get(address);
  if (known && known.until > now && known.until - now <= KEPT_MS) return known.place;
  const entry: Kept = { until: now + KEPT_MS, place: ask(url, address, now) };
  void entry.place.then((place) => {
    if (!place) entry.until = now + FAILED_MS;
  });
  kept.delete(address);
  kept.set(address, entry);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return entry.place;
}

async function ask(url: string, address: string, now: number): Promise<Point | null> {
  try {
    const text = await askOutside(url.replace("{address}", encodeURIComponent(address)), {
      accept: "application/json",
      userAgent: "Timbertally",
      host: new URL(url).host,
      limitMs: LIMIT_MS,
      waits: [],
      now: () => now,
    });
    const place = answerSchema.parse(JSON.parse(text));
    return isPoint(place) ? { latitude: place.latitude, longitude: place.longitude } : null;
  } catch {
    return null;
  }
}
