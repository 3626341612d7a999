import { and, eq, isNotNull } from "drizzle-orm";
import { inLiveCrew } from "#db/live-crew.server";
import { crew, crewMember, user } from "#db/schema";
import type { Ctx, Step } from "~/web/procedure";
import { type Message, mailSteps } from "./write.server";

/** How many admins get a mail; all of them see it on the page. */
const MOST_TOLD = 10;

/** The emails of a company's admins, the first ones where there are many. */
export async function adminEmails(ctx: Ctx, companyId: number): Promise<string[]> {
  const rows = await ctx.read
    .selectDistinct({ id: user.id, email: user.email })
    .from(crew)
    .innerJoin(crewMember, inLiveCrew)
    .innerJoin(user, eq(user.id, crewMember.user_id))
    .where(and(eq(crew.company_id, companyId), eq(crew.is_primary, true), isNotNull(user.email)))
    .orderBy(user.id)
    .limit(MOST_TOLD);
  return rows.flatMap(({ email }) => email ?? []);
}

/** Mail the same to the admins of a company. */
export async function mailAdmins(ctx: Ctx, companyId: number, mail: Omit<Message, "to">): Promise<Step[]> {
  const emails = await adminEmails(ctx, companyId);
  return emails.flatMap((to) => mailSteps(ctx, { ...mail, to }));
}
