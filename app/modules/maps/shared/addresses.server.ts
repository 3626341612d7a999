import { z } from "zod";
import { isValidPoint, type Point } from "~/lib/geo/geo";
import { PRECISE_PIN_ZOOM } from "~/lib/geo/view";
import { registerResettable } from "~/lib/process-state";
import { env } from "~/web/env.server";
import type { FoundPlace } from "./find-places.server";

const GEOCODING = "https://api.mapbox.com/geocoding/v5/mapbox.places";
const LIMIT_MS = 5_000;
const MAX_CACHED = 500;
/** Delay in milliseconds before a failed service is tried again. */
const FAILED_MS = 30_000;

type Kept = { places: FoundPlace[]; until: number };
const stored = registerResettable(new Map<string, Kept>());
const underWay = registerResettable(new Map<string, Promise<void>>());

const answerSchema = z.object({
  features: z
    .array(z.object({ place_name: z.string(), center: z.tuple([z.number(), z.number()]) }))
    .transform((results) => results.slice(0, 5)),
});

/** Check whether the typed text may be an address, which is a number and words: "4712 Old US Hwy 27". */
export const isPossibleAddress = (text: string): boolean => /^\d{1,6}\s+\S*[a-z]{2}/i.test(text.trim());

/**
 * Find addresses with the Mapbox service, if a token is set. Cached results are returned at once. Other addresses are
 * requested in the background and marked as on their way, so no page waits for the service.
 */
export function findAddresses(
  typed: string,
  near: Point | null,
  token: string | undefined = env().MAPBOX_TOKEN,
  now: () => number = Date.now,
): { places: FoundPlace[]; isOnItsWay: boolean } {
  const text = typed.trim().replace(/\s+/g, " ").slice(0, 80);
  if (!token || !text) return { places: [], isOnItsWay: false };
  const key = text.toLowerCase();
  const known = stored.get(key);
  if (known && known.until > now()) return { places: known.places, isOnItsWay: false };
  if (!underWay.has(key)) {
    const query = ask(text, near, token).then((places) => {
      if (stored.size >= MAX_CACHED) stored.delete(stored.keys().next().value ?? "");
      stored.set(key, { places: places ?? [], until: places ? Number.POSITIVE_INFINITY : now() + FAILED_MS });
      underWay.delete(key);
    });
    underWay.set(key, query);
  }
  return { places: [], isOnItsWay: true };
}

/** Wait for pending requests; only for tests. */
export const waitForAddresses = () => Promise.all(underWay.values());

async function ask(text: string, near: Point | null, token: string): Promise<FoundPlace[] | null> {
  const query = new URLSearchParams({
    access_token: token,
    country: "us,ca",
    limit: "5",
    ...(near ? { proximity: `${near.longitude.toFixed(2)},${near.latitude.toFixed(2)}` } : {}),
  });
  try {
    const address = `${GEOCODING}/${encodeURIComponent(text.replaceAll(";", " "))}.json?${query}`;
    const response = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) });
    if (!response.ok) return null;
    const { features } = answerSchema.parse(await response.json());
    return features.flatMap(({ place_name, center: [longitude, latitude] }) => {
      const target = { latitude, longitude };
      const [name = "", ...about] = place_name.split(", ");
      return isValidPoint(target)
        ? [{ name, about: about.join(", "), view: { ...target, zoom: PRECISE_PIN_ZOOM } }]
        : [];
    });
  } catch {
    return null;
  }
}
