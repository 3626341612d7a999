import type { NOTICE } from "~/core/notices/notices";
import { notify } from "~/core/notices/notify.server";
import { mailAdmins } from "~/core/outbox/admins.server";
import { NEWS_PAUSE_HOURS } from "~/core/outbox/write.server";
import type { Ctx, Step } from "~/web/procedure";

type News = {
  type: typeof NOTICE.invitation | typeof NOTICE.accepted | typeof NOTICE.declined;
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
export async function noticeSteps(ctx: Ctx, notice: News): Promise<Step[]> {
  const topic = `${notice.what}:${notice.job}:${notice.company}:${ctx.actor.company?.id ?? 0}`;
  const unlessSince = new Date(ctx.now.getTime() - NEWS_PAUSE_HOURS * 3_600_000);
  const { type, title, message, path, job, company } = notice;
  return [
    ...notify(ctx, { type, title, message, path, job, to: { company }, group: `job:${topic}`, unlessSince }),
    ...(await mailAdmins(ctx, notice.company, notice.type, {
      subject: notice.title,
      text: notice.message,
      path: notice.path,
      topic,
    })),
  ];
}
