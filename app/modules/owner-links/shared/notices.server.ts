import { sql } from "drizzle-orm";
import { z } from "zod";
import { defineTask } from "~/lib/queue/work.server";
import { formatDate } from "~/lib/time/time";
import { OWNER_REPORT_NOTICE_DAYS } from "~/modules/jobs/rules/owner-clock";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import { buildNotificationSteps } from "~/modules/notifications/shared/notify.server";
import { createSignedOutActor } from "~/web/actor.server";
import type { App } from "~/web/app.server";
import { commitSteps } from "~/web/commit.server";
import { paths } from "~/web/paths";
import { readOwnerReportDeadline } from "../data/clock.server";

/** Maximum age of a delivery in days; the deadline for an older delivery needs no further notices. */
const DELIVERED_DAYS = 60;
/**
 * Lower limit of the search for earlier notices, so that each job, due date and number of days left is notified only
 * once, however often the check runs.
 */
const LONG_AGO = new Date(0);

type Due = { id: number; name: string; us_state_id: number; zone: string; requester: number };

/**
 * Find jobs in states with a report rule that may have a running deadline: an event started it, or wood was delivered
 * recently.
 */
const jobsWithClock = ({ db, now }: App): Promise<Due[]> =>
  db.read
    .select({
      id: sql<number>`j.id`,
      name: sql<string>`j.name`,
      us_state_id: sql<number>`j.us_state_id`,
      zone: sql<string>`s.time_zone`,
      requester: sql<number>`j.request_user_company_id`,
    })
    .from(
      sql`job j JOIN us_state s ON s.id = j.us_state_id WHERE j.is_deleted = 0 AND j.is_sample = 0
        AND j.us_state_id IN (SELECT us_state_id FROM state_owner_rule)
        AND EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = j.id AND p.is_land_owner = 1)
        AND (EXISTS (SELECT 1 FROM report_deadline_start k WHERE k.job_id = j.id)
          OR EXISTS (SELECT 1 FROM state_owner_rule r WHERE r.us_state_id = j.us_state_id AND r.starts = 'delivery')
            AND EXISTS (SELECT 1 FROM trip_ticket t WHERE t.job_id = j.id AND t.dropped_off_at > ${new Date(
              now().getTime() - DELIVERED_DAYS * 86_400_000,
            ).toISOString()}))`,
    );

/** Notify the job's managers a week and a day before the report to its land owner is due. */
export async function notifyDueOwnerReports(app: App, heartbeat: () => Promise<void>): Promise<number> {
  const actor = createSignedOutActor(null);
  let count = 0;
  for (const job of await jobsWithClock(app)) {
    await heartbeat();
    const now = app.now();
    const { clocks } = await readOwnerReportDeadline(app.db.read, job, job.zone, now);
    for (const clock of clocks) {
      const days = OWNER_REPORT_NOTICE_DAYS.find((near) => clock.state === "due" && clock.days === near);
      if (days === undefined || clock.due_on === null) continue;
      const steps = buildNotificationSteps(
        { actor, now: now },
        {
          type: NOTIFICATION.general,
          to: {
            people: sql`SELECT cm.user_id AS user_id, c.company_id AS company_id FROM crew c
              JOIN crew_member cm ON cm.crew_id = c.id WHERE c.is_deleted = 0 AND c.is_primary = 1
              AND (c.company_id = ${job.requester} OR c.company_id IN (SELECT p.company_id FROM job_party p
                WHERE p.job_id = ${job.id} AND p.is_land_manager = 1))`,
          },
          title: `Report to the land owner of ${job.name}: ${days === 1 ? "1 day" : `${days} days`} left`,
          message: `Due ${formatDate(clock.due_on)}: ${clock.label} (${clock.source}). Not legal advice.`,
          path: paths.job(job.id, "owner"),
          job: job.id,
          group: `owner-report:${job.id}:${clock.starts}:${clock.due_on}:${days}`,
          unlessSince: LONG_AGO,
        },
      );
      await commitSteps(app.db, steps, {}, null);
      count += 1;
    }
  }
  return count;
}

/** Run every hour, so that no time zone is missed; no notice is sent twice. */
export const ownerReportsTask = defineTask({
  name: "reports due to land owners",
  input: z.strictObject({}),
  every: 60,
  run: async (app, _input, { heartbeat }) => void (await notifyDueOwnerReports(app, heartbeat)),
});
