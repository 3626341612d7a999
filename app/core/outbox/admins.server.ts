import { and, eq, isNotNull, sql } from "drizzle-orm";
import { inLiveCrew } from "#db/live-crew.server";
import { crew, crewMember, user } from "#db/schema";
import type { Ctx, Step } from "~/web/procedure";
import { type Message, mailSteps } from "./write.server";

/** How many admins get a mail; all of them see it on the page. */
const MOST_TOLD = 10;

/** Whether a person has said that this kind of news is not to be mailed to them at once. */
export const wantsNoMail = (type: number) =>
  sql`EXISTS (SELECT 1 FROM notification_preference w WHERE w.user_id = ${user.id}
    AND w.notification_type_id = ${type} AND (w.in_app = 0 OR w.mail <> 'now'))`;

/** The emails of a company's admins that want this kind of news by mail, the first ones where there are many. */
export async function adminEmails(ctx: Ctx, companyId: number, type: number): Promise<string[]> {
  const rows = await ctx.read
    .selectDistinct({ id: user.id, email: user.email })
    .from(crew)
    .innerJoin(crewMember, inLiveCrew)
    .innerJoin(user, eq(user.id, crewMember.user_id))
    .where(
      and(
        eq(crew.company_id, companyId),
        eq(crew.is_primary, true),
        isNotNull(user.email),
        sql`NOT ${wantsNoMail(type)}`,
      ),
    )
    .orderBy(user.id)
    .limit(MOST_TOLD);
  return rows.flatMap(({ email }) => email ?? []);
}

/** Mail the same to the admins of a company, as news of a kind. */
export async function mailAdmins(
  ctx: Ctx,
  companyId: number,
  type: number,
  mail: Omit<Message, "to">,
): Promise<Step[]> {
  const emails = await adminEmails(ctx, companyId, type);
  return emails.flatMap((to) => mailSteps(ctx, { ...mail, to }));
}
