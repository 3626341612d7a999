import { sql } from "drizzle-orm";
import { company, submission, user } from "#db/schema";
import { formatFullName } from "~/lib/text/text";
import { formatInstant } from "~/lib/time/time";
import type { Call } from "./run-procedure.server";

/** User who saved the version that a form conflicts with, and the formatted time. */
export type SavedBy = { who: string; when: string };

/** Return the message for a form that conflicts with another user's save; null if that user is unknown. */
export const getConflictMessage = (by: SavedBy | null): string | null =>
  by && `${by.who} saved a change while you were editing, ${by.when}. Nothing you typed is lost.`;

/**
 * Maximum number of recent forms to search, so that the time for a conflict message doesn't grow with the number of
 * forms.
 */
const LATEST_FORMS = 20_000;
/** Addresses whose content differs for each user (`OWN`) and for each company (`OURS`). */
const OWN = /^\/(profile|jobs\/create)(\/|$)/;
const OURS = /^\/company(\/|$)/;

/**
 * Return the user whose form at this address saved this version. Null if it was saved in another way (by a program or
 * from another page). At `/company` and `/profile` only forms for the reader's own company or profile count.
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
