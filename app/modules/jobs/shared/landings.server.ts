import { sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepareQuery } from "#db/prepared.server";
import { landing } from "#db/schema";

const find = prepareQuery((read) =>
  read
    .select({ id: landing.id, name: landing.name, latitude: landing.latitude, longitude: landing.longitude })
    .from(landing)
    .where(sql`${landing.job_id} = ${sql.placeholder("job")} AND NOT ${landing.is_deleted}`)
    .orderBy(landing.id),
);

/** Read a job's landings in order of creation, each with its location if it has its own. */
export const readLandings = (read: Read, jobId: number) => find(read, { job: jobId });

export type Landing = Awaited<ReturnType<typeof readLandings>>[number];

/** Return the name of a landing; old landings may have no name. */
export const formatLandingName = ({ id, name }: Pick<Landing, "id" | "name">): string =>
  name ?? `Landing ${id}`;

export const toLandingOption = (l: Pick<Landing, "id" | "name">) => ({
  value: String(l.id),
  label: formatLandingName(l),
});

/** Format a landing's coordinates for a map, "44.8361, -84.8203"; null without a location. */
export const formatLandingPoint = (l: Pick<Landing, "latitude" | "longitude"> | null): string | null =>
  l && l.latitude !== null && l.longitude !== null ? `${l.latitude}, ${l.longitude}` : null;

export const NOT_A_LANDING = "Choose a landing of this job.";
