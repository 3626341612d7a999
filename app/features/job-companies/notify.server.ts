import { and, eq, isNotNull } from "drizzle-orm";
import { crew, crewMember, notification, user } from "#db/schema";
import { mailStep } from "~/features/people/outbox.server";
import { mustHit } from "~/web/commit.server";
import { env } from "~/web/env.server";
import type { Ctx, Step } from "~/web/procedure";

/** Notification types that a job has (decisions, section 10). */
export const NOTICE = { invitation: 2, accepted: 3, declined: 4 } as const;

type Notice = {
  type: (typeof NOTICE)[keyof typeof NOTICE];
  company: number;
  job: number;
  title: string;
  message: string;
  /** Where in the app it leads. */
  path: string;
};

/** Tells a company something of a job: a notification to all of it, and a mail to its admins, in the same commit. */
export async function noticeSteps(ctx: Ctx, notice: Notice): Promise<Step[]> {
  const admins = await ctx.read
    .selectDistinct({ email: user.email })
    .from(crew)
    .innerJoin(crewMember, eq(crewMember.crew_id, crew.id))
    .innerJoin(user, eq(user.id, crewMember.user_id))
    .where(and(eq(crew.company_id, notice.company), eq(crew.is_primary, true), isNotNull(user.email)));
  return [
    mustHit(
      ctx.write.insert(notification).values({
        notification_type_id: notice.type,
        title: notice.title,
        message: notice.message,
        company_id: notice.company,
        job_id: notice.job,
        created_at: ctx.now.toISOString(),
      }),
    ),
    ...admins.map(({ email }) =>
      mailStep(ctx, {
        to: email ?? "",
        subject: notice.title,
        body: `${notice.message}\n\n${env().PUBLIC_URL}${notice.path}`,
      }),
    ),
  ];
}
