import type { Read } from "#db/client.server";
import { formatDate, formatFullInstant, getDay } from "~/lib/time/time";
import { readOwnerJob } from "./job-words.server";
import { MAX_REPORT_LOADS, type OwnerLoadReader, readDeliveredLoads, sumDelivered } from "./loads.server";

type Asked = { from?: string; to?: string; part: number };

/**
 * Read a land owner's report on a job: the job, the sums of its loads, and every load. Cover the whole job unless the
 * query names days.
 */
export async function readOwnerReport(read: Read, eyes: OwnerLoadReader, query: Asked, now: Date) {
  const {
    geom: _geom,
    latitude: _lat,
    longitude: _lng,
    us_county_id: _county,
    ...job
  } = await readOwnerJob(read, eyes.job_id);
  const today = getDay(now, job.zone);
  const all = await sumDelivered(read, eyes, now, null, job.zone);
  const days = {
    from: query.from ?? (all.first ? getDay(new Date(all.first), job.zone) : today),
    to: query.to ?? today,
  };
  const sums = query.from || query.to ? await sumDelivered(read, eyes, now, days, job.zone) : all;
  const parts = Math.max(1, Math.ceil(sums.loads / MAX_REPORT_LOADS));
  const part = Math.min(query.part, parts);
  return {
    job,
    days: { ...days, words: `${formatDate(days.from)} to ${formatDate(days.to)}` },
    sums,
    part,
    parts,
    loads: await readDeliveredLoads(read, eyes, now, days, job.zone, part),
    made: formatFullInstant(now.toISOString(), job.zone),
  };
}
export type OwnerReport = Awaited<ReturnType<typeof readOwnerReport>>;
