import { buildAdminMailSteps } from "~/lib/mail/admins.server";
import { NOTIFICATION_PAUSE_HOURS } from "~/lib/mail/write.server";
import type { NOTIFICATION } from "~/modules/notifications/rules/notices";
import { buildNotificationSteps } from "~/modules/notifications/shared/notify.server";
import type { Ctx, Step } from "~/web/procedure";

type News = {
  type: typeof NOTIFICATION.invitation | typeof NOTIFICATION.accepted | typeof NOTIFICATION.declined;
  /** Event type; an event isn't sent again within the notification pause. */
  what: "invited" | "changed" | "accepted" | "declined";
  company: number;
  job: number;
  title: string;
  message: string;
  /** Path in the app that the notification links to. */
  path: string;
};

/**
 * Return steps that notify a company about a job: a notification to the whole company, and an email to its admins. A
 * repeated event isn't sent again within the notification pause.
 */
export async function buildJobNotificationSteps(ctx: Ctx, notice: News): Promise<Step[]> {
  const topic = `${notice.what}:${notice.job}:${notice.company}:${ctx.actor.company?.id ?? 0}`;
  const unlessSince = new Date(ctx.now.getTime() - NOTIFICATION_PAUSE_HOURS * 3_600_000);
  const { type, title, message, path, job, company } = notice;
  return [
    ...buildNotificationSteps(ctx, {
      type,
      title,
      message,
      path,
      job,
      to: { company },
      group: `job:${topic}`,
      unlessSince,
    }),
    ...(await buildAdminMailSteps(ctx, notice.company, notice.type, {
      subject: notice.title,
      text: notice.message,
      path: notice.path,
      topic,
    })),
  ];
}
