import { formatAtPlace } from "~/lib/time/place-time";
import { formatFullInstant } from "~/lib/time/time";
import type { Ctx } from "~/web/procedure";

/** Formatting of values for a reader. An event at a place is shown in that place's local time, `place`. */
export type HistoryFormat = { instant: (iso: string, place?: string) => string };

/** For a page: the reader's local time, or the place's with its zone if that differs. */
export const createHistoryFormat = (ctx: Ctx): HistoryFormat => ({
  instant: (iso, place = ctx.actor.zone) =>
    formatAtPlace(iso, { place, reader: ctx.actor.zone, now: ctx.now }),
});

/** For paper, which is read years later and elsewhere: the named zone of the job or the place, always with the year. */
export const createPaperFormat = (row: { job_zone: string }): HistoryFormat => ({
  instant: (iso, place = row.job_zone) => formatFullInstant(iso, place),
});
