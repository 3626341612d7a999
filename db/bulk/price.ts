import { job } from "#db/schema";
import { repriceJob } from "~/core/settling/reprice.server";
import type { Database } from "../client.server";

/** Prices the loads of the large set by the app's own rule, job by job: what was priced before is passed over. */
export async function priceBulk(
  db: Database,
  now: () => Date,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const jobs = await db.read.select({ id: job.id }).from(job);
  for (const [i, { id }] of jobs.entries()) {
    await repriceJob({ db, now }, id);
    progress(i + 1, jobs.length);
  }
}
