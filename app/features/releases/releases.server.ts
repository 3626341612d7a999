import { z } from "zod";
import { userPreference } from "#db/schema";
import { RELEASES_SEEN, toldReleases, unseenReleases } from "~/core/releases/releases.server";
import { dayOf, formatDay } from "~/domain/time/time";
import { mayMiss } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { missing } from "~/web/refusal";

function meOf({ actor }: Pick<Ctx, "actor">): number {
  if (!actor.user) throw missing();
  return actor.user.id;
}

/** What each version of the product brought, newest first, and which of it the person has not read yet. */
export const listReleases = procedure({
  name: "listReleases",
  audience: "user",
  input: z.strictObject({}),
  async run(ctx) {
    const [releases, unseen] = await Promise.all([
      toldReleases(ctx.read, ctx.now),
      unseenReleases(ctx.read, meOf(ctx), ctx.now),
    ]);
    return {
      unseen: unseen.count,
      releases: releases.map((r) => ({
        id: r.id,
        version: r.version,
        is_new: unseen.count > 0 && r.released_at > unseen.since,
        released: { at: r.released_at, text: formatDay(dayOf(new Date(r.released_at), ctx.actor.zone)) },
        notes: r.notes,
      })),
    };
  },
});

/** Notes that the person has read all that is told now: what comes later is marked again. */
export const markReleasesSeen = procedure({
  name: "markReleasesSeen",
  audience: "user",
  input: z.strictObject({}),
  async run(ctx) {
    const at = ctx.now.toISOString();
    const set = { value: at, last_modified_at: at };
    return ctx.commit(
      [
        mayMiss(
          ctx.write
            .insert(userPreference)
            .values({ user_id: meOf(ctx), key: RELEASES_SEEN, ...set })
            .onConflictDoUpdate({ target: [userPreference.user_id, userPreference.key], set }),
        ),
      ],
      {},
    );
  },
});
