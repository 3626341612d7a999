import type { TimeField } from "./edit-boxes";

/** Time zones of the two places of a load. */
export type PlaceZones = { job_zone: string; mill_zone: string };

/** Times that happen at the job; all others happen at the mill. */
const AT_JOB: readonly string[] = ["loaded_at", "picked_up_at"] satisfies TimeField[];

/** Time zone of the place where a load's time happens. */
export const getZoneOfTime = (zones: PlaceZones, name: string): string =>
  AT_JOB.includes(name) ? zones.job_zone : zones.mill_zone;
