import { ENTITIES, FLAGS, type Permission } from "~/lib/access/crew-permissions";
import type { Database } from "../client.server";
import { FIXED_INSTANT, insertRow, makeUser } from "../factories";
import { crew, crewPermission } from "../schema";
import { actAs } from "./acting";

/** Create a crew of a company that lacks the given permissions and has all others. */
export async function makeLimitedCrew(db: Database, companyId: number, lacks: readonly Permission[]) {
  const crew_id = await insertRow(db, crew, {
    company_id: companyId,
    name: "Limited",
    created_at: FIXED_INSTANT,
  });
  for (const [i, entity] of ENTITIES.entries()) {
    if (!lacks.some((p) => p.startsWith(`${entity}.`))) continue;
    const can = Object.fromEntries(FLAGS.map((f) => [`can_${f}`, !lacks.includes(`${entity}.${f}`)]));
    await insertRow(db, crewPermission, { crew_id, entity_id: i + 1, ...can });
  }
  return crew_id;
}

/** Return a test caller for a user whose only crew in a company lacks the given permissions. */
export async function actWithoutPermissions(db: Database, companyId: number, ...lacks: Permission[]) {
  return actAs(db, await makeUser(db, {}, [await makeLimitedCrew(db, companyId, lacks)]), companyId);
}
