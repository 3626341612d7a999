import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { ownRelease, release } from "#db/schema";
import { actStep } from "~/core/admin/acts.server";
import { notesProblem } from "~/domain/releases/notes";
import { text, trimmed } from "~/domain/text/input";
import { isDay } from "~/domain/time/date-range";
import { dayBounds, dayOf, formatDay } from "~/domain/time/time";
import { mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { paging } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, missing } from "~/web/refusal";
import { asRead, isUnchanged, revise } from "~/web/revise.server";

const MOST = 20_000;
const NOT_A_DAY = "Choose a day, or leave it empty for a draft";

/** What is kept as the reason of such an act: nobody is asked why they tell what's new. */
const READERS = "Everyone who is signed in can read it";

const fields = {
  name: trimmed(40, undefined, "Say what it's called").min(1, "Say what it's called"),
  released_on: text(10, NOT_A_DAY)
    .refine((day) => day === "" || isDay(day), NOT_A_DAY)
    .nullish()
    .describe("Shown from the start of this day; empty for a draft."),
  notes: text(MOST, `Use ${MOST.toLocaleString("en-US")} characters at most`, "Write what's new").superRefine(
    (typed, ctx) => {
      const problem = notesProblem(typed);
      if (problem) ctx.addIssue({ code: "custom", message: problem });
    },
  ),
};

/** From when a release is told: the beginning of the day, where the person is. */
function toldFrom(day: string | null | undefined, zone: string): string | null {
  if (!day) return null;
  const from = dayBounds(day, zone)?.from;
  if (!from) throw invalid({ released_on: [NOT_A_DAY] });
  return from;
}

async function ownOf(ctx: Pick<Ctx, "read">, id: number) {
  const [row] = await ctx.read
    .select()
    .from(ownRelease)
    .where(and(eq(ownRelease.id, id), eq(ownRelease.is_deleted, false)));
  if (!row) throw missing("We couldn't find that release.");
  return row;
}

const shown = (ctx: Pick<Ctx, "actor" | "now">, row: typeof ownRelease.$inferSelect) => ({
  id: row.id,
  name: row.name,
  notes: row.notes,
  version: row.version,
  released_on: row.released_at ? dayOf(new Date(row.released_at), ctx.actor.zone) : null,
  state: !row.released_at ? "draft" : row.released_at > ctx.now.toISOString() ? "to come" : "told",
});

/** The site's own releases with their drafts, newest first, and the product's, which nobody edits; for super users. */
export const listOwnReleases = procedure({
  name: "listOwnReleases",
  audience: "super",
  input: z.strictObject(paging),
  async run(ctx, { take, skip }) {
    const [rows, [counted], shipped] = await Promise.all([
      ctx.read
        .select()
        .from(ownRelease)
        .where(eq(ownRelease.is_deleted, false))
        .orderBy(desc(ownRelease.id))
        .limit(take === -1 ? 1_000_000 : take)
        .offset(skip),
      ctx.read.select({ n: sql<number>`count(*)` }).from(ownRelease).where(eq(ownRelease.is_deleted, false)),
      ctx.read.select().from(release).orderBy(desc(release.released_at), desc(release.id)),
    ]);
    const day = (at: string) => formatDay(dayOf(new Date(at), ctx.actor.zone));
    return {
      releases: rows.map((row) => ({ ...shown(ctx, row), day: row.released_at && day(row.released_at) })),
      shipped: shipped.map((r) => ({ id: r.id, name: r.version, day: day(r.released_at) })),
      meta: { total: counted?.n ?? 0, skip, take },
    };
  },
});

export const getOwnRelease = procedure({
  name: "getOwnRelease",
  audience: "super",
  input: z.strictObject({ release_id: z.number().int() }),
  run: async (ctx, { release_id }) => shown(ctx, await ownOf(ctx, release_id)),
});

/** Writes a release, which everyone reads from its day on. */
export const addOwnRelease = procedure({
  name: "addOwnRelease",
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
        mustHit(ctx.write.insert(ownRelease).values(row)),
        await actStep(ctx, { act: "release written", details: { said: name, row }, reason: READERS }),
      ],
      { id: newest(ownRelease) },
    );
  },
});

/** Changes a release: what it says, or from when it is told. */
export const changeOwnRelease = procedure({
  name: "changeOwnRelease",
  audience: "super",
  input: z.strictObject({ release_id: z.number().int(), version: z.number().int(), ...fields }),
  output: idOutput,
  async run(ctx, { release_id, version, name, released_on, notes }) {
    const row = await ownOf(ctx, release_id);
    const saved = shown(ctx, row);
    asRead(row, version, {
      version: row.version,
      name: row.name,
      released_on: saved.released_on ?? "",
      notes: row.notes,
    });
    // A day that stays the same stays the same moment, wherever the person who saves it is.
    const released_at =
      (released_on ?? "") === (saved.released_on ?? "")
        ? row.released_at
        : toldFrom(released_on, ctx.actor.zone);
    const patch = { name, notes, released_at };
    if (isUnchanged(row, patch)) return ctx.commit([], { id: row.id });
    return ctx.commit(
      [
        revise(ctx, ownRelease, row, patch, eq(ownRelease.is_deleted, false)),
        await actStep(ctx, { act: "release changed", details: { said: name, row: patch }, reason: READERS }),
      ],
      { id: row.id },
    );
  },
});

/** Takes a release out of what's new. Its text stays in what was done. */
export const deleteOwnRelease = procedure({
  name: "deleteOwnRelease",
  audience: "super",
  input: z.strictObject({ release_id: z.number().int(), version: z.number().int() }),
  output: idOutput,
  async run(ctx, { release_id, version }) {
    const row = await ownOf(ctx, release_id);
    asRead(row, version, { version: row.version, name: row.name });
    return ctx.commit(
      [
        revise(ctx, ownRelease, row, { is_deleted: true }),
        await actStep(ctx, { act: "release deleted", details: { said: row.name }, reason: READERS }),
      ],
      { id: row.id },
    );
  },
});
