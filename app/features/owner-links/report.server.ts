import type { Read } from "#db/client.server";
import { dayOf, formatDate, formatInstantInFull } from "~/domain/time/time";
import { readOwnerJob } from "./job-words.server";
import { type OwnerEyes, REPORT_LOADS, readDeliveredLoads, sumDelivered } from "./loads.server";

type Asked = { from?: string; to?: string; part: number };

/** A report to a land owner: the job, what its loads come to, and every one of them. The whole job unless days are named. */
export async function readOwnerReport(read: Read, eyes: OwnerEyes, asked: Asked, now: Date) {
  const {
    geom: _geom,
    latitude: _lat,
    longitude: _lng,
    us_county_id: _county,
    ...job
  } = await readOwnerJob(read, eyes.job_id);
  const today = dayOf(now, job.zone);
  const all = await sumDelivered(read, eyes, now, null, job.zone);
  const days = {
    from: asked.from ?? (all.first ? dayOf(new Date(all.first), job.zone) : today),
    to: asked.to ?? today,
  };
  const sums = asked.from || asked.to ? await sumDelivered(read, eyes, now, days, job.zone) : all;
  const parts = Math.max(1, Math.ceil(sums.loads / REPORT_LOADS));
  const part = Math.min(asked.part, parts);
  return {
    job,
    days: { ...days, words: `${formatDate(days.from)} to ${formatDate(days.to)}` },
    sums,
    part,
    parts,
    loads: await readDeliveredLoads(read, eyes, now, days, job.zone, part),
    made: formatInstantInFull(now.toISOString(), job.zone),
  };
}
export type OwnerReport = Awaited<ReturnType<typeof readOwnerReport>>;
