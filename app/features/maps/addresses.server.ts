import { z } from "zod";
import { outliving } from "#db/outliving";
import { isPoint, type Point } from "~/domain/geo/geo";
import { NEAR_ENOUGH } from "~/domain/geo/view";
import { env } from "~/web/env.server";
import type { FoundPlace } from "./find-places.server";

const GEOCODING = "https://api.mapbox.com/geocoding/v5/mapbox.places";
const LIMIT_MS = 5_000;
const MOST_KEPT = 500;
/** A service that failed is asked again after so long. */
const FAILED_MS = 30_000;

type Kept = { places: FoundPlace[]; until: number };
const kept = outliving(new Map<string, Kept>());
const underWay = outliving(new Map<string, Promise<void>>());

const answerSchema = z.object({
  features: z
    .array(z.object({ place_name: z.string(), center: z.tuple([z.number(), z.number()]) }))
    .transform((found) => found.slice(0, 5)),
});

/** Whether what is typed may be an address: a number and words, "4712 Old US Hwy 27". */
export const mayBeAddress = (text: string): boolean => /^\d{1,6}\s+\S*[a-z]{2}/i.test(text.trim());

/**
 * Addresses by the Mapbox service, where a token is set. It is asked in the background: what has been found is given at once, else
 * it is on its way, and no page waits for it.
 */
export function addressesCalled(
  typed: string,
  near: Point | null,
  token: string | undefined = env().MAPBOX_TOKEN,
  now: () => number = Date.now,
): { places: FoundPlace[]; isOnItsWay: boolean } {
  const text = typed.trim().replace(/\s+/g, " ").slice(0, 80);
  if (!token || !text) return { places: [], isOnItsWay: false };
  const key = text.toLowerCase();
  const known = kept.get(key);
  if (known && known.until > now()) return { places: known.places, isOnItsWay: false };
  if (!underWay.has(key)) {
    const asked = ask(text, near, token).then((places) => {
      if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
      kept.set(key, { places: places ?? [], until: places ? Number.POSITIVE_INFINITY : now() + FAILED_MS });
      underWay.delete(key);
    });
    underWay.set(key, asked);
  }
  return { places: [], isOnItsWay: true };
}

/** Waits for what is asked now; for tests. */
export const addressesAnswered = () => Promise.all(underWay.values());

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
      const at = { latitude, longitude };
      const [name = "", ...about] = place_name.split(", ");
      return isPoint(at) ? [{ name, about: about.join(", "), view: { ...at, zoom: NEAR_ENOUGH } }] : [];
    });
  } catch {
    return null;
  }
}
