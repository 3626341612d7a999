import { and, inArray, isNotNull } from "drizzle-orm";
import type { MultiPolygon } from "geojson";
import type { Read } from "#db/client.server";
import { job } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { parseGeometry } from "~/lib/geo/location";
import { isOnJobSql, ownJobsCondition } from "~/modules/jobs/shared/access.server";
import type { CompanyActor } from "~/web/actor";

/** Minimum zoom at which a job's areas are drawn, not only its pin. */
export const MIN_AREAS_ZOOM = 9;
const MAX_AREAS = 200;

/** Return the areas of those jobs whose land the acting company may see. */
export async function readJobAreas(
  read: Read,
  actor: CompanyActor,
  ids: readonly number[],
): Promise<{ id: number; name: string; geom: MultiPolygon }[]> {
  if (ids.length === 0 || !hasPermission(actor.permissions, "job.read")) return [];
  const rows = await read
    .select({ id: job.id, name: job.name, geom: job.geom })
    .from(job)
    .where(
      and(
        ownJobsCondition(actor),
        isOnJobSql(actor),
        inArray(job.id, ids.slice(0, MAX_AREAS)),
        isNotNull(job.geom),
      ),
    )
    .orderBy(job.id);
  return rows.flatMap(({ geom, ...row }) => {
    const shape = geom ? parseGeometry(geom) : null;
    return shape ? [{ ...row, geom: shape }] : [];
  });
}
