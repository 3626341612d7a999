import { formatAtPlace } from "~/lib/time/place-time";
import { formatFullInstant } from "~/lib/time/time";
import type { Ctx } from "~/web/procedure";

/** Formatting of history values for a reader. An event at a place is shown in that place's local time, `place`. */
export type HistoryFormat = { instant: (iso: string, place?: string) => string };

/** Format times for a page: the reader's local time, or the place's time with its zone if the zones differ. */
export const createHistoryFormat = (ctx: Ctx): HistoryFormat => ({
  instant: (iso, place = ctx.actor.zone) =>
    formatAtPlace(iso, { place, reader: ctx.actor.zone, now: ctx.now }),
});

/**
 * Format times for paper, which is read years later and elsewhere: with the year and the named zone of the job or
 * place.
 */
export const createPaperFormat = (row: { job_zone: string }): HistoryFormat => ({
  instant: (iso, place = row.job_zone) => formatFullInstant(iso, place),
});
