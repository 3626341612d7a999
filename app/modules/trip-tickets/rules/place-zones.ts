import type { TimeField } from "./edit-boxes";

/** Time zones of a load's job and mill. */
export type LoadTimeZones = { job_zone: string; mill_zone: string };

/** Time fields in the job's time zone; all others are in the mill's. */
const AT_JOB: readonly string[] = ["loaded_at", "picked_up_at"] satisfies TimeField[];

/** Return the time zone of one of a load's time fields. */
export const getZoneOfTime = (zones: LoadTimeZones, name: string): string =>
  AT_JOB.includes(name) ? zones.job_zone : zones.mill_zone;
