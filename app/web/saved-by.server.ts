import { sql } from "drizzle-orm";
import { company, submission, user } from "#db/schema";
import { formatFullName } from "~/lib/text/text";
import { formatInstant } from "~/lib/time/time";
import type { Call } from "./run-procedure.server";

/** User who saved the version that overtook a form, and the time, in words. */
export type SavedBy = { who: string; when: string };

/** Message for a form that was overtaken; null if it is unknown who saved. */
export const getOvertakenMessage = (by: SavedBy | null): string | null =>
  by && `${by.who} saved a change while you were editing, ${by.when}. Nothing you typed is lost.`;

/** Number of the latest forms to search, so that a conflict costs the same however many there are. */
const LATEST_FORMS = 20_000;
/** Addresses with a different meaning for each user, and for each company. */
const OWN = /^\/(profile|jobs\/create)(\/|$)/;
const OURS = /^\/company(\/|$)/;

/**
 * Return the sender of the form at the same address that created this version; null if created another way (by a
 * program, by an act on another page). `/company` and `/profile` mean only the reader's own.
 */
export async function readSavedBy(ctx: Call, route: string, version: unknown): Promise<SavedBy | null> {
  const { actor } = ctx;
  if (typeof version !== "number") return null;
  const whose = OWN.test(route)
    ? sql`${submission.user_id} = ${actor.user?.id ?? null}`
    : OURS.test(route)
      ? sql`${submission.company_id} = ${actor.company?.id ?? null}`
      : sql`1`;
  const [row] = await ctx.db.read
    .select({
      user_id: user.id,
      first_name: user.first_name,
      last_name: user.last_name,
      company_id: company.id,
      company: company.name,
      at: submission.received_at,
    })
    .from(submission)
    .innerJoin(user, sql`${user.id} = ${submission.user_id}`)
    .leftJoin(company, sql`${company.id} = ${submission.company_id}`)
    .where(
      sql`${submission.id} > (SELECT max(id) FROM submission) - ${LATEST_FORMS} AND ${submission.outcome} = 'applied'
        AND ${submission.route} = ${route} AND json_extract(${submission.body}, '$.version') = ${version} AND ${whose}`,
    )
    .orderBy(sql`${submission.id} DESC`)
    .limit(1);
  if (!row) return null;
  const when = formatInstant(row.at, actor.zone, ctx.now);
  if (row.user_id === actor.user?.id) return { who: "You, in another window,", when };
  const isOurs = row.company_id === actor.company?.id;
  return {
    who: row.company && !isOurs ? `${formatFullName(row)} (${row.company})` : formatFullName(row),
    when,
  };
}
