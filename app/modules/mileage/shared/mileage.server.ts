import { z } from "zod";
import { estimateRoadMiles, type Point } from "~/lib/geo/geo";
import { parsePlace } from "~/lib/geo/place-text";
import { registerResettable } from "~/lib/process-state";
import { env } from "~/web/env.server";
import { procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";

/** Road miles, to a tenth; `is_estimate` if no routing service was used (docs/domain.md#mileage). */
export type Mileage = { mileage: number; mileage_is_estimate: boolean };

const METRES_PER_MILE = 1609.344;
const DIRECTIONS = "https://api.mapbox.com/directions/v5/mapbox/driving";
/** Time limit in milliseconds; short, because a form waits for the result. */
const LIMIT_MS = 3_000;
const MAX_CACHED = 500;
const stored = registerResettable(new Map<string, number>());

const answerSchema = z.object({ routes: z.array(z.object({ distance: z.number().positive() })).min(1) });

/**
 * Return the road distance between two places: from the directions service if a Mapbox token is set, otherwise the
 * great circle times 1.3, marked as an estimate. If the service fails, is slow or finds no road, return the estimate.
 */
export async function estimateMileage(
  from: Point,
  to: Point,
  token: string | undefined = env().MAPBOX_TOKEN,
): Promise<Mileage> {
  const miles = token ? await roadMiles(from, to, token) : null;
  return miles === null
    ? { mileage: estimateRoadMiles(from, to), mileage_is_estimate: true }
    : { mileage: miles, mileage_is_estimate: false };
}

async function roadMiles(from: Point, to: Point, token: string): Promise<number | null> {
  const way = [from, to].map((p) => `${p.longitude.toFixed(5)},${p.latitude.toFixed(5)}`).join(";");
  const known = stored.get(way);
  if (known !== undefined) return known;
  try {
    const address = `${DIRECTIONS}/${way}?overview=false&access_token=${encodeURIComponent(token)}`;
    const response = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) });
    if (!response.ok) return null;
    const { routes } = answerSchema.parse(await response.json());
    const miles = Math.round(((routes[0]?.distance ?? 0) / METRES_PER_MILE) * 10) / 10;
    if (stored.size >= MAX_CACHED) stored.delete(stored.keys().next().value ?? "");
    stored.set(way, miles);
    return miles;
  } catch {
    return null;
  }
}

const PLACE = "Enter latitude and longitude, like 44.6614,-84.7148.";
const place = z.string().max(100).describe(PLACE);

/** Return the miles between two places, for filling in a destination. */
export const getMileage = procedure({
  name: "getMileage",
  input: z.strictObject({ from: place, to: place }),
  output: z.strictObject({
    mileage: z.number().describe("Miles by road."),
    mileage_is_estimate: z.boolean().describe("The straight-line distance times 1.3, not a road distance."),
  }),
  async run(_ctx, input): Promise<Mileage> {
    const [from, to] = [parsePlace(input.from), parsePlace(input.to)];
    if (!from || !to) throw invalid({ ...(from ? {} : { from: [PLACE] }), ...(to ? {} : { to: [PLACE] }) });
    return estimateMileage(from, to);
  },
});
