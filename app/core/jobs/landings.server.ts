import { sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepared } from "#db/prepared.server";
import { landing } from "#db/schema";

const find = prepared((read) =>
  read
    .select({ id: landing.id, name: landing.name, latitude: landing.latitude, longitude: landing.longitude })
    .from(landing)
    .where(sql`${landing.job_id} = ${sql.placeholder("job")} AND NOT ${landing.is_deleted}`)
    .orderBy(landing.id),
);

/** A job's landings in the order in which they were made, each with its place where it has one of its own. */
export const readLandingsOf = (read: Read, jobId: number) => find(read, { job: jobId });

export type Landing = Awaited<ReturnType<typeof readLandingsOf>>[number];

/** What a landing is called; old ones may have no name. */
export const landingName = ({ id, name }: Pick<Landing, "id" | "name">): string => name ?? `Landing ${id}`;

export const landingOption = (l: Pick<Landing, "id" | "name">) => ({
  value: String(l.id),
  label: landingName(l),
});

/** Where it is in words for a map, "44.8361, -84.8203"; null where it has no place of its own. */
export const landingPoint = (l: Pick<Landing, "latitude" | "longitude"> | null): string | null =>
  l && l.latitude !== null && l.longitude !== null ? `${l.latitude}, ${l.longitude}` : null;

export const NOT_A_LANDING = "Choose a landing of this job.";
