import type { Database } from "#db/client.server";
import { insertRow, makeUser } from "#db/factories";
import { crew, crewMember, crewPermission } from "#db/schema";
import { ENTITIES, type Entity, getDefaultCrewFlags } from "~/lib/access/crew-permissions";
import { startSession } from "~/web/session.server";

/** Create a user in one crew that lacks the given read flags and keeps its create flags; return the session cookie. */
export async function createReaderWithout(
  db: Database,
  entities: readonly Entity[],
  company_id: number,
): Promise<string> {
  const timestamp = new Date().toISOString();
  const crew_id = await insertRow(db, crew, { company_id, name: `Lacks ${entities}`, created_at: timestamp });
  for (const [i, name] of ENTITIES.entries()) {
    const set = getDefaultCrewFlags(name);
    await insertRow(db, crewPermission, {
      crew_id,
      entity_id: i + 1,
      can_create: set.create,
      can_read: !entities.includes(name),
      can_update: set.update,
      can_delete: set.delete,
    });
  }
  const user = await makeUser(db);
  await insertRow(db, crewMember, { crew_id, user_id: user, created_at: timestamp });
  const cookie = await startSession(new Request("http://localhost/"), user, company_id);
  return cookie.split(";")[0] ?? "";
}
