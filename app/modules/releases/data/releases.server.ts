import { z } from "zod";
import { userPreference } from "#db/schema";
import { formatDay, getDay } from "~/lib/time/time";
import { allowAnyRows } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { RELEASES_SEEN_PREFERENCE, readReleases, readUnseenReleaseCount } from "../shared/releases.server";

function meOf({ actor }: Pick<Ctx, "actor">): number {
  if (!actor.user) throw notFound();
  return actor.user.id;
}

/** List the release notes of each version, newest first, and mark the unread ones. */
export const listReleases = procedure({
  name: "listReleases",
  audience: "user",
  input: z.strictObject({}),
  async run(ctx) {
    const [releases, unseen] = await Promise.all([
      readReleases(ctx.read, ctx.now),
      readUnseenReleaseCount(ctx.read, meOf(ctx), ctx.now),
    ]);
    return {
      unseen: unseen.count,
      releases: releases.map((r) => ({
        id: r.id,
        version: r.version,
        is_new: unseen.count > 0 && r.released_at > unseen.since,
        released: { at: r.released_at, text: formatDay(getDay(new Date(r.released_at), ctx.actor.zone)) },
        notes: r.notes,
      })),
    };
  },
});

/** Record that the user has read all current release notes; later notes are marked as new. */
export const markReleasesSeen = procedure({
  name: "markReleasesSeen",
  audience: "user",
  input: z.strictObject({}),
  async run(ctx) {
    const timestamp = ctx.now.toISOString();
    const set = { value: timestamp, last_modified_at: timestamp };
    return ctx.commit(
      [
        allowAnyRows(
          ctx.write
            .insert(userPreference)
            .values({ user_id: meOf(ctx), key: RELEASES_SEEN_PREFERENCE, ...set })
            .onConflictDoUpdate({ target: [userPreference.user_id, userPreference.key], set }),
        ),
      ],
      {},
    );
  },
});
