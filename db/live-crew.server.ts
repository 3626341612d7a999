import { and, eq } from "drizzle-orm";
import { crew, crewMember } from "#db/schema";

/**
 * Condition for joining `crew_member` to `crew` that excludes deleted crews, which have no members and grant no
 * permissions.
 */
export const isInLiveCrew = and(eq(crew.id, crewMember.crew_id), eq(crew.is_deleted, false));
