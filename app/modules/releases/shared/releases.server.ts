import { and, asc, desc, eq, lte, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepareQuery } from "#db/prepared.server";
import { customRelease, release, releaseNote } from "#db/schema";
import { parseReleaseNotes } from "../rules/notes";

/** First ID of releases written by the site's operators, above all IDs of the product's releases. */
const CUSTOM_RELEASE_FIRST_ID = 10_000;

/** User preference that stores the time up to which the user has read the release notes. */
export const RELEASES_SEEN_PREFERENCE = "ReleasesSeen";

export type PublishedRelease = {
  id: number;
  version: string;
  released_at: string;
  notes: { id: number; title: string; description: string }[];
};

/** Return the published releases of the product and of this site, newest first; drafts and future releases are excluded. */
export async function readReleases(read: Read, now: Date): Promise<PublishedRelease[]> {
  const [shipped, notes, own] = await Promise.all([
    read.select().from(release).orderBy(desc(release.released_at), desc(release.id)),
    read.select().from(releaseNote).orderBy(asc(releaseNote.id)),
    read
      .select()
      .from(customRelease)
      .where(and(eq(customRelease.is_deleted, false), lte(customRelease.released_at, now.toISOString()))),
  ]);
  const messages = [
    ...shipped.map((r) => ({
      ...r,
      notes: notes
        .filter((n) => n.release_id === r.id)
        .map(({ id, title, description }) => ({ id, title, description })),
    })),
    ...own.map((r) => {
      const id = CUSTOM_RELEASE_FIRST_ID + r.id;
      return {
        id,
        version: r.name,
        released_at: r.released_at ?? "",
        notes: parseReleaseNotes(r.notes).map((note, i) => ({ id: id * 100 + i, ...note })),
      };
    }),
  ];
  return messages.sort((a, b) =>
    a.released_at < b.released_at ? 1 : a.released_at > b.released_at ? -1 : b.id - a.id,
  );
}

const findNewest = prepareQuery((read: Read) =>
  read
    .select({
      version: sql<string>`r.version`,
      title: sql<string | null>`r.title`,
      notes: sql<string | null>`r.notes`,
    })
    .from(
      sql`(SELECT r.id, r.version, r.released_at, NULL AS notes,
          (SELECT n.title FROM release_note n WHERE n.release_id = r.id ORDER BY n.id LIMIT 1) AS title FROM release r
        UNION ALL SELECT ${sql.raw(String(CUSTOM_RELEASE_FIRST_ID))} + o.id, o.name, o.released_at, o.notes, NULL FROM custom_release o WHERE o.is_deleted = 0) r`,
    )
    .where(sql`r.released_at >= ${sql.placeholder("since")} AND r.released_at <= ${sql.placeholder("now")}`)
    .orderBy(sql`r.released_at DESC, r.id DESC`)
    .limit(1),
);

/** Return the newest release since an instant, which is also first in `readReleases`, and its title. */
export async function readNewestRelease(read: Read, between: { since: string; now: string }) {
  const [row] = await findNewest(read, between);
  if (!row) return null;
  return { version: row.version, title: row.title ?? parseReleaseNotes(row.notes ?? "")[0]?.title ?? null };
}

const SEEN = sql`coalesce(
  (SELECT json_extract(p.value, '$') FROM user_preference p WHERE p.user_id = ${sql.placeholder("user")} AND p.key = ${RELEASES_SEEN_PREFERENCE}),
  (SELECT u.created_at FROM user u WHERE u.id = ${sql.placeholder("user")}))`;

/** Number of releases that a user has not read, for the badge on every page. */
export const unseenReleaseCountQuery = sql<number>`(SELECT count(*) FROM (SELECT released_at FROM release UNION ALL
    SELECT released_at FROM custom_release WHERE is_deleted = 0 AND released_at IS NOT NULL) r
  WHERE r.released_at <= ${sql.placeholder("now")} AND r.released_at > ${SEEN})`;

const unseen = prepareQuery((read) =>
  read.select({ n: unseenReleaseCountQuery, since: sql<string | null>`${SEEN}` }).from(sql`(SELECT 1)`),
);

/** Return the number of releases that a user has not read, and the time up to which releases count as read. */
export async function readUnseenReleaseCount(read: Read, user: number, now: Date) {
  const [row] = await unseen(read, { user, now: now.toISOString() });
  return { count: row?.n ?? 0, since: row?.since ?? "" };
}
