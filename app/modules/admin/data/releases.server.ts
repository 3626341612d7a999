import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { customRelease, release } from "#db/schema";
import { createTextSchema, createTrimmedTextSchema } from "~/lib/text/input";
import { isValidDay } from "~/lib/time/date-range";
import { formatDay, getDay, getDayBounds } from "~/lib/time/time";
import { getNotesProblem } from "~/modules/releases/rules/notes";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { pagingParams } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { isUnchanged, requireVersion, updateWithVersion } from "~/web/revise.server";
import { buildAdminActionStep } from "../shared/acts.server";

const MAX_ROWS = 20_000;
const NOT_A_DAY = "Choose a day, or leave it empty for a draft";

/** Fixed reason stored for release actions, because the user isn't asked for a reason to publish news. */
const READERS = "Everyone who is signed in can read it";

const fields = {
  name: createTrimmedTextSchema(40, undefined, "Say what it's called").min(1, "Say what it's called"),
  released_on: createTextSchema(10, NOT_A_DAY)
    .refine((day) => day === "" || isValidDay(day), NOT_A_DAY)
    .nullish()
    .describe("Shown from the start of this day; empty for a draft."),
  notes: createTextSchema(
    MAX_ROWS,
    `Use ${MAX_ROWS.toLocaleString("en-US")} characters at most`,
    "Write what's new",
  ).superRefine((typed, ctx) => {
    const problem = getNotesProblem(typed);
    if (problem) ctx.addIssue({ code: "custom", message: problem });
  }),
};

/** Return the time from which a release is shown: the start of its day in the user's zone; null for a draft. */
function toldFrom(day: string | null | undefined, zone: string): string | null {
  if (!day) return null;
  const from = getDayBounds(day, zone)?.from;
  if (!from) throw invalid({ released_on: [NOT_A_DAY] });
  return from;
}

async function ownOf(ctx: Pick<Ctx, "read">, id: number) {
  const [row] = await ctx.read
    .select()
    .from(customRelease)
    .where(and(eq(customRelease.id, id), eq(customRelease.is_deleted, false)));
  if (!row) throw notFound("We couldn't find that release.");
  return row;
}

const shown = (ctx: Pick<Ctx, "actor" | "now">, row: typeof customRelease.$inferSelect) => ({
  id: row.id,
  name: row.name,
  notes: row.notes,
  version: row.version,
  released_on: row.released_at ? getDay(new Date(row.released_at), ctx.actor.zone) : null,
  state: !row.released_at ? "draft" : row.released_at > ctx.now.toISOString() ? "to come" : "told",
});

/**
 * List the site's own releases including drafts, newest first, and the product's releases, which can't be edited; for
 * super users.
 */
export const listSiteReleases = procedure({
  name: "listSiteReleases",
  audience: "super",
  input: z.strictObject(pagingParams),
  async run(ctx, { take, skip }) {
    const [rows, [counted], shipped] = await Promise.all([
      ctx.read
        .select()
        .from(customRelease)
        .where(eq(customRelease.is_deleted, false))
        .orderBy(desc(customRelease.id))
        .limit(take === -1 ? 1_000_000 : take)
        .offset(skip),
      ctx.read
        .select({ n: sql<number>`count(*)` })
        .from(customRelease)
        .where(eq(customRelease.is_deleted, false)),
      ctx.read.select().from(release).orderBy(desc(release.released_at), desc(release.id)),
    ]);
    const day = (instant: string) => formatDay(getDay(new Date(instant), ctx.actor.zone));
    return {
      releases: rows.map((row) => ({ ...shown(ctx, row), day: row.released_at && day(row.released_at) })),
      shipped: shipped.map((r) => ({ id: r.id, name: r.version, day: day(r.released_at) })),
      meta: { total: counted?.n ?? 0, skip, take },
    };
  },
});

export const getSiteRelease = procedure({
  name: "getSiteRelease",
  audience: "super",
  input: z.strictObject({ release_id: z.number().int() }),
  run: async (ctx, { release_id }) => shown(ctx, await ownOf(ctx, release_id)),
});

/** Add a release, visible to everyone from its day on. */
export const addSiteRelease = procedure({
  name: "addSiteRelease",
  audience: "super",
  input: z.strictObject(fields),
  output: idOutput,
  async run(ctx, { name, released_on, notes }) {
    const row = {
      name,
      notes,
      released_at: toldFrom(released_on, ctx.actor.zone),
      creator_user_id: ctx.actor.user?.id ?? 0,
      created_at: ctx.now.toISOString(),
    };
    return ctx.commit(
      [
        expectOneRow(ctx.write.insert(customRelease).values(row)),
        await buildAdminActionStep(ctx, {
          action: "release written",
          details: { said: name, row },
          reason: READERS,
        }),
      ],
      { id: selectInsertedId(customRelease) },
    );
  },
});

/** Change a release: its text, or the day from which it is shown. */
export const changeSiteRelease = procedure({
  name: "changeSiteRelease",
  audience: "super",
  input: z.strictObject({ release_id: z.number().int(), version: z.number().int(), ...fields }),
  output: idOutput,
  async run(ctx, { release_id, version, name, released_on, notes }) {
    const row = await ownOf(ctx, release_id);
    const saved = shown(ctx, row);
    requireVersion(row, version, {
      version: row.version,
      name: row.name,
      released_on: saved.released_on ?? "",
      notes: row.notes,
    });
    // Keep the same instant if the day is unchanged, whatever the zone of the user who saves.
    const released_at =
      (released_on ?? "") === (saved.released_on ?? "")
        ? row.released_at
        : toldFrom(released_on, ctx.actor.zone);
    const patch = { name, notes, released_at };
    if (isUnchanged(row, patch)) return ctx.commit([], { id: row.id });
    return ctx.commit(
      [
        updateWithVersion(ctx, customRelease, row, patch, eq(customRelease.is_deleted, false)),
        await buildAdminActionStep(ctx, {
          action: "release changed",
          details: { said: name, row: patch },
          reason: READERS,
        }),
      ],
      { id: row.id },
    );
  },
});

/** Remove a release from What's new. Its text stays in the record of actions. */
export const deleteSiteRelease = procedure({
  name: "deleteSiteRelease",
  audience: "super",
  input: z.strictObject({ release_id: z.number().int(), version: z.number().int() }),
  output: idOutput,
  async run(ctx, { release_id, version }) {
    const row = await ownOf(ctx, release_id);
    requireVersion(row, version, { version: row.version, name: row.name });
    return ctx.commit(
      [
        updateWithVersion(ctx, customRelease, row, { is_deleted: true }),
        await buildAdminActionStep(ctx, {
          action: "release deleted",
          details: { said: row.name },
          reason: READERS,
        }),
      ],
      { id: row.id },
    );
  },
});
