import { and, eq, isNotNull, sql } from "drizzle-orm";
import { isInLiveCrew } from "#db/live-crew.server";
import { crew, crewMember, user } from "#db/schema";
import type { Ctx, Step } from "~/web/procedure";
import { buildMailSteps, type Message } from "./write.server";

/** Maximum number of admins to mail; every admin sees the notification in the app. */
const MAX_RECIPIENTS = 10;

/** SQL for whether a user has turned off immediate mail for this kind of notification. */
export const buildEmailOffCondition = (type: number) =>
  sql`EXISTS (SELECT 1 FROM notification_preference w WHERE w.user_id = ${user.id}
    AND w.notification_type_id = ${type} AND (w.in_app = 0 OR w.mail <> 'now'))`;

/** Return the emails of a company's admins who want this kind of notification by mail, up to a maximum. */
export async function readAdminEmails(ctx: Ctx, companyId: number, type: number): Promise<string[]> {
  const rows = await ctx.read
    .selectDistinct({ id: user.id, email: user.email })
    .from(crew)
    .innerJoin(crewMember, isInLiveCrew)
    .innerJoin(user, eq(user.id, crewMember.user_id))
    .where(
      and(
        eq(crew.company_id, companyId),
        eq(crew.is_primary, true),
        isNotNull(user.email),
        sql`NOT ${buildEmailOffCondition(type)}`,
      ),
    )
    .orderBy(user.id)
    .limit(MAX_RECIPIENTS);
  return rows.flatMap(({ email }) => email ?? []);
}

/** Build the steps that mail a company's admins a notification of this kind. */
export async function buildAdminMailSteps(
  ctx: Ctx,
  companyId: number,
  type: number,
  mail: Omit<Message, "to">,
): Promise<Step[]> {
  const emails = await readAdminEmails(ctx, companyId, type);
  return emails.flatMap((to) => buildMailSteps(ctx, { ...mail, to }));
}
