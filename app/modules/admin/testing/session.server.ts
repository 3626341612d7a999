import type { Database } from "#db/client.server";
import { session } from "#db/schema";

/** Add a session of a user that does not expire. */
export const addSession = (db: Database, user_id: number) =>
  db.batch([
    db.write
      .insert(session)
      .values({
        token_hash: `hash ${user_id}`,
        user_id,
        created_at: new Date().toISOString(),
        last_seen_at: new Date().toISOString(),
        expires_at: "2999-01-01T00:00:00.000Z",
      })
      .toSQL(),
  ]);
