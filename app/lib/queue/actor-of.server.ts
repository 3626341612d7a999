import { eq } from "drizzle-orm";
import type { Database } from "#db/client.server";
import { user } from "#db/schema";
import type { Actor } from "~/web/actor";
import { createActor } from "~/web/actor.server";
import { findActorByKeyId } from "~/web/api-key.server";

/** Return the user or API key that started a queue item, with its current permissions; null if it no longer has any. */
export async function restoreActor(
  db: Database,
  begun: { user_id: number | null; company_id: number; key: string | null | undefined },
): Promise<Actor | null> {
  if (begun.user_id === null) return findActorByKeyId(db, begun.key);
  const [person] = await db.read.select().from(user).where(eq(user.id, begun.user_id));
  if (!person) return null;
  const actor = await createActor(db.read, person, begun.company_id, null);
  return actor.company?.id === begun.company_id ? actor : null;
}
