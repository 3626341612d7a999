import { formatAtPlace } from "~/domain/time/place-time";
import { formatInstantInFull } from "~/domain/time/time";
import type { Ctx } from "~/web/procedure";

/** How values are said to a reader. A time that happened at a place is said by the clock there, `place`. */
export type Words = { instant: (iso: string, place?: string) => string };

/** For a page: the reader's clock, or the place's with its zone where that differs. */
export const wordsOf = (ctx: Ctx): Words => ({
  instant: (iso, place = ctx.actor.zone) =>
    formatAtPlace(iso, { place, reader: ctx.actor.zone, now: ctx.now }),
});

/** For paper, which is read years later and elsewhere: the zone by name, the job's or the place's, always with the year. */
export const paperWords = (row: { job_zone: string }): Words => ({
  instant: (iso, place = row.job_zone) => formatInstantInFull(iso, place),
});
