import { randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { outliving } from "#db/outliving";
import { company, job, ownerLink, rateLimit } from "#db/schema";
import { cardCodeOf, plainCode, spokenCode } from "~/domain/text/code";
import { isRecent } from "~/domain/time/recent";
import { env } from "~/web/env.server";
import type { Ctx } from "~/web/procedure";
import { missing, Refusal } from "~/web/refusal";
import { hashToken } from "~/web/session.server";
import { linkIsLive } from "./loads.server";

/** So many codes that open nothing may come from one address in a window. */
export const MOST_MISSES = 30;
/** So many pages of one link are given out in a window. */
const MOST_PAGES = 150;
/** An opening is counted once in so long. */
const OPENING_MS = 10 * 60_000;

export const newOwnerCode = (): string => cardCodeOf(randomBytes(16));
export const ownerPath = (code: string): string => `/owner/${spokenCode(code)}`;
export const ownerAddress = (code: string): string => `${env().PUBLIC_URL}${ownerPath(code)}`;

/** Pages given out by this server, by link: the page of a big job is dear, and open to anybody with its link. */
const given = outliving(new Map<number, { since: number; pages: number }>());

function countPage(id: number, now: Date) {
  const window = env().RATE_LIMIT_WINDOW_SECONDS * 1_000;
  for (const [other, { since }] of given) if (!isRecent(since, now, window)) given.delete(other);
  const counted = given.get(id) ?? { since: now.getTime(), pages: 0 };
  counted.pages += 1;
  given.set(id, counted);
  if (counted.pages > MOST_PAGES)
    throw new Refusal(
      "tooMany",
      "These loads were opened too many times just now. Wait a while, then try again.",
      {
        retryAfter: window / 1_000,
      },
    );
}

const bucketOf = (ctx: Pick<Ctx, "address">) => `owner-misses:${ctx.address}`;

/** Who guessed too often is not told whether the next one is right. */
async function refuseGuessing(ctx: Ctx) {
  const window = env().RATE_LIMIT_WINDOW_SECONDS;
  const [row] = await ctx.read
    .select()
    .from(rateLimit)
    .where(eq(rateLimit.bucket, bucketOf(ctx)));
  const began = row?.window_started_at ?? 0;
  const wait = began + window - Math.floor(ctx.now.getTime() / 1000);
  if (row && row.hits >= MOST_MISSES && isRecent(began * 1_000, ctx.now, window * 1_000))
    throw new Refusal("tooMany", `Too many tries. Wait ${Math.ceil(wait / 60)} minutes, then try again.`, {
      retryAfter: wait,
    });
}

/**
 * The link that a code opens: not ended, not over, and its company is the land owner of the job still. Anything else is
 * alike, and counted as a guess.
 */
export async function liveLink(ctx: Ctx, typed: string) {
  await refuseGuessing(ctx);
  const code = plainCode(typed);
  const [found] = code
    ? await ctx.read
        .select({ link: ownerLink, company: company.name, us_state_id: job.us_state_id })
        .from(ownerLink)
        .innerJoin(job, eq(job.id, ownerLink.job_id))
        .innerJoin(company, eq(company.id, ownerLink.company_id))
        .where(
          and(
            eq(ownerLink.code_hash, hashToken(code)),
            sql`EXISTS (SELECT 1 FROM owner_link l WHERE l.id = ${ownerLink.id} AND ${linkIsLive(ctx.now)})`,
            eq(job.is_deleted, false),
            sql`EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = ${ownerLink.job_id}
              AND p.company_id = ${ownerLink.company_id} AND p.is_land_owner = 1)`,
          ),
        )
    : [];
  if (!found || !code) {
    // What can't be a code was mistyped: nothing was guessed.
    if (code) await ctx.count([{ limit: MOST_MISSES, bucket: bucketOf(ctx) }]);
    throw missing(
      "This code doesn't open anything. It may have been turned off. Ask the person who gave it to you for a new one.",
    );
  }
  countPage(found.link.id, ctx.now);
  return { ...found.link, owner: found.company, us_state_id: found.us_state_id, code };
}
export type LiveLink = Awaited<ReturnType<typeof liveLink>>;

/** Notes that a link was opened. The page doesn't wait on whether that could be written. */
export async function noteOpening(ctx: Ctx, link: LiveLink) {
  if (link.last_opened_at !== null && isRecent(link.last_opened_at, ctx.now, OPENING_MS)) return;
  const step = ctx.write
    .update(ownerLink)
    .set({ opens: sql`${ownerLink.opens} + 1`, last_opened_at: ctx.now.toISOString() })
    .where(eq(ownerLink.id, link.id));
  await ctx.commit([{ build: step, mustHit: false }], {}).catch(() => null);
}
