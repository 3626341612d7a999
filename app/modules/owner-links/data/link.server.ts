import { randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { company, job, ownerLink, rateLimit } from "#db/schema";
import { registerResettable } from "~/lib/process-state";
import { encodeCardCode, formatCardCode, parseCardCode } from "~/lib/text/code";
import { isWithinWait } from "~/lib/time/recent";
import { env } from "~/web/env.server";
import type { Ctx } from "~/web/procedure";
import { AppError, notFound } from "~/web/refusal";
import { hashToken } from "~/web/session.server";
import { isLinkLiveSql } from "./loads.server";

/** Maximum number of wrong codes from one IP address within the rate limit's window. */
export const MAX_WRONG_CODES = 30;
/** Maximum number of pages served for one link within the rate limit's window. */
const MAX_PAGES = 150;
/** Minimum time between two counted openings of a link. */
const OPENING_MS = 10 * 60_000;

export const createOwnerCode = (): string => encodeCardCode(randomBytes(16));
export const buildOwnerPath = (code: string): string => `/owner/${formatCardCode(code)}`;
export const buildOwnerUrl = (code: string): string => `${env().PUBLIC_URL}${buildOwnerPath(code)}`;

/**
 * Number of pages that this server has served, by link. The page of a big job is expensive, and anybody with its link
 * can open it.
 */
const input = registerResettable(new Map<number, { since: number; pages: number }>());

function countPage(id: number, now: Date) {
  const window = env().RATE_LIMIT_WINDOW_SECONDS * 1_000;
  for (const [other, { since }] of input) if (!isWithinWait(since, now, window)) input.delete(other);
  const counted = input.get(id) ?? { since: now.getTime(), pages: 0 };
  counted.pages += 1;
  input.set(id, counted);
  if (counted.pages > MAX_PAGES)
    throw new AppError(
      "tooMany",
      "These loads were opened too many times just now. Wait a while, then try again.",
      {
        retryAfter: window / 1_000,
      },
    );
}

const bucketOf = (ctx: Pick<Ctx, "address">) => `owner-misses:${ctx.address}`;

/** Refuse an IP address with too many wrong codes, without revealing whether the next code is right. */
async function refuseGuessing(ctx: Ctx) {
  const window = env().RATE_LIMIT_WINDOW_SECONDS;
  const [row] = await ctx.read
    .select()
    .from(rateLimit)
    .where(eq(rateLimit.bucket, bucketOf(ctx)));
  const began = row?.window_started_at ?? 0;
  const wait = began + window - Math.floor(ctx.now.getTime() / 1000);
  if (row && row.hits >= MAX_WRONG_CODES && isWithinWait(began * 1_000, ctx.now, window * 1_000))
    throw new AppError("tooMany", `Too many tries. Wait ${Math.ceil(wait / 60)} minutes, then try again.`, {
      retryAfter: wait,
    });
}

/**
 * Return the link that a code opens, if the link isn't revoked or expired and its company is still a land owner of the
 * job. All other codes get the same answer and count as wrong guesses.
 */
export async function requireLiveLink(ctx: Ctx, typed: string) {
  await refuseGuessing(ctx);
  const code = parseCardCode(typed);
  const [found] = code
    ? await ctx.read
        .select({ link: ownerLink, company: company.name, us_state_id: job.us_state_id })
        .from(ownerLink)
        .innerJoin(job, eq(job.id, ownerLink.job_id))
        .innerJoin(company, eq(company.id, ownerLink.company_id))
        .where(
          and(
            eq(ownerLink.code_hash, hashToken(code)),
            sql`EXISTS (SELECT 1 FROM owner_link l WHERE l.id = ${ownerLink.id} AND ${isLinkLiveSql(ctx.now)})`,
            eq(job.is_deleted, false),
            sql`EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = ${ownerLink.job_id}
              AND p.company_id = ${ownerLink.company_id} AND p.is_land_owner = 1)`,
          ),
        )
    : [];
  if (!found || !code) {
    // Text that can't be a code is a typo, not a guess.
    if (code) await ctx.count([{ limit: MAX_WRONG_CODES, bucket: bucketOf(ctx) }]);
    throw notFound(
      "This code doesn't open anything. It may have been turned off. Ask the person who gave it to you for a new one.",
    );
  }
  countPage(found.link.id, ctx.now);
  return { ...found.link, owner: found.company, us_state_id: found.us_state_id, code };
}
export type LiveLink = Awaited<ReturnType<typeof requireLiveLink>>;

/** Record that a link was opened. The page doesn't wait for the write or depend on it. */
export async function recordLinkOpening(ctx: Ctx, link: LiveLink) {
  if (link.last_opened_at !== null && isWithinWait(link.last_opened_at, ctx.now, OPENING_MS)) return;
  const step = ctx.write
    .update(ownerLink)
    .set({ open_count: sql`${ownerLink.open_count} + 1`, last_opened_at: ctx.now.toISOString() })
    .where(eq(ownerLink.id, link.id));
  await ctx.commit([{ build: step, mustHit: false }], {}).catch(() => null);
}
