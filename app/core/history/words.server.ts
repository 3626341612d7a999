import { formatInstant, formatInstantInFull } from "~/domain/time/time";
import type { Ctx } from "~/web/procedure";

/** How values are said to a reader: on a page in the reader's zone. */
export type Words = { instant: (iso: string) => string };
export const wordsOf = (ctx: Ctx): Words => ({
  instant: (iso) => formatInstant(iso, ctx.actor.zone, ctx.now),
});

/** For paper, which is read years later and elsewhere: the job's zone by name, always with the year. */
export const paperWords = (row: { job_zone: string }): Words => ({
  instant: (iso) => formatInstantInFull(iso, row.job_zone),
});
