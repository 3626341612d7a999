import { eq } from "drizzle-orm";
import type { Database } from "#db/client.server";
import { user } from "#db/schema";
import type { Actor } from "~/web/actor";
import { actorOf } from "~/web/actor.server";
import { actorOfKnownKey } from "~/web/api-key.server";

/** The person or the key that began what the queue carries out, as they may act now; null where they may not at all. */
export async function actorAgain(
  db: Database,
  begun: { user_id: number | null; company_id: number; key: string | null | undefined },
): Promise<Actor | null> {
  if (begun.user_id === null) return actorOfKnownKey(db, begun.key);
  const [person] = await db.read.select().from(user).where(eq(user.id, begun.user_id));
  if (!person) return null;
  const actor = await actorOf(db.read, person, begun.company_id, null);
  return actor.company?.id === begun.company_id ? actor : null;
}
