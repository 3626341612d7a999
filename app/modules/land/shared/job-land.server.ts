import type { Read } from "#db/client.server";
import type { job } from "#db/schema";
import { parseGeometry } from "~/lib/geo/location";
import { hasPlss } from "~/lib/land-description/meridians";
import { readLandNotice } from "./land-notice.server";

/**
 * Return the section that contains a job's pin or shape, if the job's land description names another section, with the
 * form values that correct the job. For people who may move the job. Null if both agree, and in states without the
 * Public Land Survey.
 */
export async function findJobLandNotice(
  read: Read,
  { job: theirs, stusps }: { job: typeof job.$inferSelect; stusps: string },
) {
  if (!hasPlss(stusps)) return null;
  const { latitude, longitude, geom, us_state_id, us_county_id, version } = theirs;
  const place = { latitude, longitude, geom: geom ? parseGeometry(geom) : null };
  const { township, range, section } = theirs;
  const result = { township: township ?? "", range: range ?? "", section: section ?? "" };
  const notice = await readLandNotice(read, place, result);
  if (!notice) return null;
  const land = { ...notice.land, section: notice.land.section ?? result.section };
  return { notice: { ...notice, land }, values: { us_state_id, us_county_id, version: version + 1 } };
}

export type JobLandNotice = Awaited<ReturnType<typeof findJobLandNotice>>;
