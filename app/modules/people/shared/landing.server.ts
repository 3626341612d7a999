import { eq } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { isInLiveCrew } from "#db/live-crew.server";
import { crew, crewMember, onboarding } from "#db/schema";
import { buildStagePath, ONBOARDING_STAGES } from "../rules/onboarding";

/** Return the page to open after sign-in without an active company: where the user left off, or the choice of a company. */
export async function getPathWithoutCompany(read: Read, userId: number): Promise<string> {
  const [member] = await read
    .select({ id: crewMember.crew_id })
    .from(crewMember)
    .innerJoin(crew, isInLiveCrew)
    .where(eq(crewMember.user_id, userId))
    .limit(1);
  if (member) return "/companies";
  const [left] = await read
    .select({ stage: onboarding.stage })
    .from(onboarding)
    .where(eq(onboarding.user_id, userId));
  return buildStagePath(ONBOARDING_STAGES.find((stage) => stage === left?.stage) ?? ONBOARDING_STAGES[0]);
}
