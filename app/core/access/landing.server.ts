import { eq } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { inLiveCrew } from "#db/live-crew.server";
import { crew, crewMember, onboarding } from "#db/schema";
import { STAGES, stagePath } from "~/domain/people/onboarding";

/** Where somebody goes who signs in and has no company active: where they left off, or to choose one of theirs. */
export async function landingWithoutCompany(read: Read, userId: number): Promise<string> {
  const [member] = await read
    .select({ id: crewMember.crew_id })
    .from(crewMember)
    .innerJoin(crew, inLiveCrew)
    .where(eq(crewMember.user_id, userId))
    .limit(1);
  if (member) return "/companies";
  const [left] = await read
    .select({ stage: onboarding.stage })
    .from(onboarding)
    .where(eq(onboarding.user_id, userId));
  return stagePath(STAGES.find((stage) => stage === left?.stage) ?? STAGES[0]);
}
