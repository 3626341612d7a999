import { eq } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { crew, crewMember, user } from "#db/schema";

/** The people of a company's crews: names only, for choosing a driver and the like. */
export function readCrewPeople(read: Read, companyId: number) {
  return read
    .selectDistinct({ id: user.id, first_name: user.first_name, last_name: user.last_name })
    .from(crewMember)
    .innerJoin(crew, eq(crew.id, crewMember.crew_id))
    .innerJoin(user, eq(user.id, crewMember.user_id))
    .where(eq(crew.company_id, companyId))
    .orderBy(user.first_name, user.last_name);
}
