import { inArray } from "drizzle-orm";
import { companyDestination, companyLocation } from "#db/schema";
import { estimateMileage, type Mileage } from "~/modules/mileage/shared/mileage.server";
import type { Ctx } from "~/web/procedure";
import { type Draft, formatPlaceKey } from "../rules/draft";

type Places = Map<string, { latitude: number; longitude: number }>;

/** Calculate the miles to the destinations for which none were typed, if the job's location is known. */
export async function estimateDraftMiles(ctx: Ctx, draft: Draft): Promise<Map<string, Mileage>> {
  const { latitude, longitude } = draft;
  if (latitude === null || longitude === null) return new Map();
  const places = await coordinatesOf(ctx, draft);
  const results = await Promise.all(
    draft.destinations.map(async (d) => {
      const to = places.get(formatPlaceKey(d));
      return d.mileage === null && to
        ? ([formatPlaceKey(d), await estimateMileage({ latitude, longitude }, to)] as const)
        : null;
    }),
  );
  return new Map(results.filter((row) => row !== null));
}

/** Coordinates of the destinations. */
async function coordinatesOf(ctx: Ctx, draft: Draft): Promise<Places> {
  const [own, places] = await Promise.all([
    ctx.read
      .select({
        id: companyDestination.id,
        latitude: companyDestination.latitude,
        longitude: companyDestination.longitude,
      })
      .from(companyDestination)
      .where(
        inArray(
          companyDestination.id,
          draft.destinations.map((d) => d.company_destination_id ?? 0),
        ),
      ),
    ctx.read
      .select({
        id: companyLocation.id,
        latitude: companyLocation.latitude,
        longitude: companyLocation.longitude,
      })
      .from(companyLocation)
      .where(
        inArray(
          companyLocation.id,
          draft.destinations.map((d) => d.company_location_id ?? 0),
        ),
      ),
  ]);
  const entries = [
    ...own.map((p) => [`d${p.id}`, p] as const),
    ...places.map((p) => [`l${p.id}`, p] as const),
  ];
  const known: Places = new Map();
  for (const [key, { latitude, longitude }] of entries)
    if (latitude !== null && longitude !== null) known.set(key, { latitude, longitude });
  return known;
}
