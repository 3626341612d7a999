import { and, asc, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { backgroundJob } from "#db/schema";
import { wakeRunnerSoon } from "~/lib/queue/waking.server";
import { expectOneRow } from "~/web/commit.server";
import { procedure } from "~/web/procedure";
import { notFound, unprocessable } from "~/web/refusal";

const SHOWN = 100;

const isOpen = and(isNull(backgroundJob.finished_at), isNull(backgroundJob.failed_at));
const isGivenUp = isNotNull(backgroundJob.failed_at);

/** List work that is waiting, running or given up, with the number of each, for super users. */
export const listWork = procedure({
  name: "listWork",
  audience: "super",
  input: z.strictObject({}),
  async run(ctx) {
    const now = ctx.now.toISOString();
    const isUnderWay = sql`${backgroundJob.started_at} IS NOT NULL AND ${backgroundJob.claimed_until} > ${now}`;
    const given_up = ctx.read
      .select()
      .from(backgroundJob)
      .where(isGivenUp)
      .orderBy(desc(backgroundJob.failed_at), desc(backgroundJob.id))
      .limit(SHOWN);
    const open = ctx.read
      .select({ item: backgroundJob, under_way: sql<boolean>`coalesce(${isUnderWay}, 0)`.mapWith(Boolean) })
      .from(backgroundJob)
      .where(isOpen)
      .orderBy(asc(backgroundJob.run_at), asc(backgroundJob.id))
      .limit(SHOWN);
    const count = (what: ReturnType<typeof and>) =>
      ctx.read.select({ n: sql<number>`count(*)` }).from(backgroundJob).where(what);
    const [lost, waiting, [all], [failing], [gone]] = await Promise.all([
      given_up,
      open,
      count(isOpen),
      count(and(isOpen, isNotNull(backgroundJob.failure))),
      count(isGivenUp),
    ]);
    return {
      given_up: lost,
      open: waiting.map(({ item, under_way }) => ({ ...item, under_way })),
      counts: { open: all?.n ?? 0, failing: failing?.n ?? 0, given_up: gone?.n ?? 0 },
    };
  },
});

/**
 * Restart failed work, or drop work that was given up. Work that is running or waiting for its first try can't be
 * changed.
 */
export const restartOrDropWork = procedure({
  name: "restartOrDropWork",
  audience: "super",
  input: z.strictObject({ id: z.number().int(), what: z.enum(["again", "drop"]) }),
  async run(ctx, { id, what }) {
    const failed = and(
      isNotNull(backgroundJob.failure),
      isNull(backgroundJob.finished_at),
      isNull(backgroundJob.claimed_until),
    );
    const which = and(eq(backgroundJob.id, id), what === "drop" ? isGivenUp : or(isGivenUp, failed));
    const [row] = await ctx.read.select().from(backgroundJob).where(which);
    if (!row) throw notFound("This work is under way, was done, or doesn't exist.");
    const now = ctx.now.toISOString();
    if (what === "drop")
      return ctx.commit(
        [
          expectOneRow(
            ctx.write.update(backgroundJob).set({ failed_at: null, finished_at: now }).where(which),
          ),
        ],
        { id },
      );
    const taken = sql`EXISTS (SELECT 1 FROM background_job o WHERE o.name = ${row.name} AND o.unique_key = ${row.unique_key}
      AND o.id <> ${id} AND o.finished_at IS NULL AND o.failed_at IS NULL)`;
    const [other] = await ctx.read
      .select({ id: backgroundJob.id })
      .from(backgroundJob)
      .where(and(eq(backgroundJob.id, id), taken));
    if (other) throw unprocessable("The same work is already waiting.");
    wakeRunnerSoon();
    const fresh = { attempts: 0, run_at: now, failed_at: null, failure: null };
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(backgroundJob)
            .set(fresh)
            .where(and(which, sql`NOT ${taken}`)),
        ),
      ],
      { id },
    );
  },
});
