import { sql } from "drizzle-orm";
import { mailAdmins } from "~/core/outbox/admins.server";
import { NEWS_PAUSE_HOURS } from "~/core/outbox/write.server";
import { mayMiss } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";

/** Notification types that a job has (decisions, section 10). */
export const NOTICE = { invitation: 2, accepted: 3, declined: 4 } as const;

type Notice = {
  type: (typeof NOTICE)[keyof typeof NOTICE];
  /** What happened; the same event within the pause isn't sent again. */
  what: "invited" | "changed" | "accepted" | "declined";
  company: number;
  job: number;
  title: string;
  message: string;
  /** Where in the app it leads. */
  path: string;
};

/**
 * Tell a company something of a job, in the same commit: a notification to all of it, and a mail to its admins. Who
 * invites, removes and invites again is not heard again within the pause.
 */
export async function noticeSteps(ctx: Ctx, notice: Notice): Promise<Step[]> {
  const topic = `${notice.what}:${notice.job}:${notice.company}:${ctx.actor.company?.id ?? 0}`;
  const since = new Date(ctx.now.getTime() - NEWS_PAUSE_HOURS * 3_600_000).toISOString();
  return [
    mayMiss(sql`INSERT INTO notification
        (notification_type_id, title, message, company_id, job_id, topic, created_at)
      SELECT ${notice.type}, ${notice.title}, ${notice.message}, ${notice.company}, ${notice.job}, ${topic},
        ${ctx.now.toISOString()}
      WHERE NOT EXISTS (SELECT 1 FROM notification WHERE company_id = ${notice.company} AND topic = ${topic}
        AND created_at > ${since})`),
    ...(await mailAdmins(ctx, notice.company, {
      subject: notice.title,
      text: notice.message,
      path: notice.path,
      topic,
    })),
  ];
}
