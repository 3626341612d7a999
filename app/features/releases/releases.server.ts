import { asc, desc } from "drizzle-orm";
import { z } from "zod";
import { release, releaseNote } from "#db/schema";
import { formatInstant } from "~/domain/time/time";
import { procedure } from "~/web/procedure";

/** What each version of the product brought, newest first. */
export const listReleases = procedure({
  name: "listReleases",
  audience: "user",
  input: z.strictObject({}),
  async run(ctx) {
    const [releases, notes] = await Promise.all([
      ctx.read.select().from(release).orderBy(desc(release.released_at), desc(release.id)),
      ctx.read.select().from(releaseNote).orderBy(asc(releaseNote.id)),
    ]);
    return releases.map((r) => ({
      id: r.id,
      version: r.version,
      released: {
        at: r.released_at,
        text: formatInstant(r.released_at, ctx.actor.zone, ctx.now).split(",")[0] ?? "",
      },
      notes: notes.filter((n) => n.release_id === r.id),
    }));
  },
});
