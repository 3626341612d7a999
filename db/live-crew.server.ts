import { and, eq } from "drizzle-orm";
import { crew, crewMember } from "#db/schema";

/** Join `crew_member` to `crew` by this: a deleted crew has no members and gives nobody anything. */
export const isInLiveCrew = and(eq(crew.id, crewMember.crew_id), eq(crew.is_deleted, false));
