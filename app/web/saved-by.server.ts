import { sql } from "drizzle-orm";
import { company, submission, user } from "#db/schema";
import { fullName } from "~/domain/text/text";
import { formatInstant } from "~/domain/time/time";
import type { Call } from "./perform.server";

/** Who saved the version that overtook a form, and when, in words. */
export type SavedBy = { who: string; when: string };

/** The message for a form that was overtaken; null if nobody knows who saved. */
export const overtakenMessage = (by: SavedBy | null): string | null =>
  by && `${by.who} saved a change while you were editing, ${by.when}. Nothing you typed is lost.`;

/** Looked for among so many of the latest forms, so that a conflict costs the same however many there are. */
const LATEST_FORMS = 20_000;
/** Addresses that mean something else for each person, and for each company. */
const OWN = /^\/(profile|jobs\/create)(\/|$)/;
const OURS = /^\/company(\/|$)/;

/**
 * Who sent the form at the same address that made this version; null where it was made another way (by a program, by
 * an act on another page). What `/company` and `/profile` mean is the reader's own alone.
 */
export async function savedBy(ctx: Call, route: string, version: unknown): Promise<SavedBy | null> {
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
  return { who: row.company && !isOurs ? `${fullName(row)} (${row.company})` : fullName(row), when };
}
