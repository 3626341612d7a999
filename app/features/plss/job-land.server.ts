import type { Read } from "#db/client.server";
import type { job } from "#db/schema";
import { parseGeom } from "~/domain/geo/location";
import { hasPlss } from "~/domain/plss/meridians";
import { landNotice } from "./land-notice.server";

/**
 * For people who may move a job: the section that its pin or shape is in, if the job says another one, and the values
 * that a form sends to use it. Null if they agree, and in states without the Public Land Survey.
 */
export async function jobLandNotice(
  read: Read,
  { job: theirs, stusps }: { job: typeof job.$inferSelect; stusps: string },
) {
  if (!hasPlss(stusps)) return null;
  const { latitude, longitude, geom, us_state_id, us_county_id, version } = theirs;
  const place = { latitude, longitude, geom: geom ? parseGeom(geom) : null };
  const { township, range, section } = theirs;
  const said = { township: township ?? "", range: range ?? "", section: section ?? "" };
  const notice = await landNotice(read, place, said);
  if (!notice) return null;
  const land = { ...notice.land, section: notice.land.section ?? said.section };
  return { notice: { ...notice, land }, values: { us_state_id, us_county_id, version: version + 1 } };
}

export type JobLandNotice = Awaited<ReturnType<typeof jobLandNotice>>;
