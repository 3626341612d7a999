import { and, eq, isNull, or, sql } from "drizzle-orm";
import { companyDestination, companyLocation, jobDestination } from "#db/schema";
import type { Diff } from "~/modules/history/rules/history";
import { buildRepriceJobSteps } from "~/modules/settlements/shared/reprice.server";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { estimateMileage, type Mileage } from "./mileage.server";

/** Coordinates in a row; null if not set yet. */
type Pin = { latitude: number | null; longitude: number | null };

/** Return the road miles between a job and a place; null unless both locations are known. */
export async function readRoadMiles(job: Pin, place: Pin): Promise<Mileage | null> {
  const [from, to] = [pointOf(job), pointOf(place)];
  return from && to ? estimateMileage(from, to) : null;
}

const pointOf = ({ latitude, longitude }: Pin) =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/**
 * Recompute the miles to a job's destinations after the job's location changed. Return the new miles, steps, and
 * history lines. Only miles that are missing or marked as an estimate are recomputed; typed miles stay
 * (docs/domain.md#mileage).
 */
export async function recomputeMiles(
  ctx: Ctx,
  saved: Pin & { id: number },
  now: Pin,
): Promise<{ miles: Map<number, Mileage>; steps: Step[]; diffs: Diff[] }> {
  const stays = saved.latitude === now.latitude && saved.longitude === now.longitude;
  if (stays || !pointOf(now)) return { miles: new Map(), steps: [], diffs: [] };
  const rows = await ctx.read
    .select({
      id: jobDestination.id,
      name: jobDestination.name,
      version: jobDestination.version,
      mileage: jobDestination.mileage,
      mileage_is_estimate: jobDestination.mileage_is_estimate,
      latitude: sql<number | null>`COALESCE(${companyDestination.latitude}, ${companyLocation.latitude})`,
      longitude: sql<number | null>`COALESCE(${companyDestination.longitude}, ${companyLocation.longitude})`,
    })
    .from(jobDestination)
    .leftJoin(companyDestination, eq(companyDestination.id, jobDestination.company_destination_id))
    .leftJoin(companyLocation, eq(companyLocation.id, jobDestination.company_location_id))
    .where(
      and(
        eq(jobDestination.job_id, saved.id),
        isNull(jobDestination.removed_at),
        or(isNull(jobDestination.mileage), eq(jobDestination.mileage_is_estimate, true)),
      ),
    );
  const measured = await Promise.all(
    rows.map(async (row) => ({ row, miles: await readRoadMiles(now, row) })),
  );
  const changed = measured.flatMap(({ row, miles }) =>
    miles && (miles.mileage !== row.mileage || miles.mileage_is_estimate !== row.mileage_is_estimate)
      ? [{ row, miles }]
      : [],
  );
  return {
    miles: new Map(changed.map(({ row, miles }) => [row.id, miles])),
    steps: [
      ...changed.map(({ row, miles }) =>
        expectOneRow(
          ctx.write
            .update(jobDestination)
            .set({ ...miles, version: row.version + 1 })
            .where(and(eq(jobDestination.id, row.id), eq(jobDestination.version, row.version))),
        ),
      ),
      ...(changed.length ? buildRepriceJobSteps(saved.id) : []),
    ],
    diffs: changed
      .filter(({ row, miles }) => miles.mileage !== row.mileage)
      .map(({ row, miles }) => ({ key: `${row.name}, miles`, saved: row.mileage, updated: miles.mileage })),
  };
}
