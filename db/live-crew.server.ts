import { and, eq } from "drizzle-orm";
import { crew, crewMember } from "#db/schema";

/** Condition for joining `crew_member` to `crew`: a deleted crew has no members and grants nothing. */
export const isInLiveCrew = and(eq(crew.id, crewMember.crew_id), eq(crew.is_deleted, false));
