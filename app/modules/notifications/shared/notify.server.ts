import { type SQL, sql } from "drizzle-orm";
import type { RowId } from "#db/inserted-id";
import { jsonListSql } from "#db/json-list";
import { buildEnqueueStep } from "~/lib/queue/work.server";
import { allowAnyRows } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { isRecentSql } from "~/web/recent.server";
import type { NotificationType } from "../rules/notices";
import { deliverNotificationsTask } from "./tell.server";
import { isMutedSql, pendingDeliveriesQuery } from "./ways.server";

/**
 * Recipients: all people of a company or only its admins; a crew; one user of a company or of none; the people of all
 * or some companies on a job (the crews assigned to the job, or all of a company's crews if none are assigned); or the
 * rows of a SELECT of `user_id` and `company_id`.
 */
export type NotificationAudience =
  | { company: number; adminsOnly?: boolean }
  | { crew: number; company: number }
  | { user: number; company: number | null }
  | { job: number; ofCompanies?: readonly number[] }
  | { people: SQL };

export type NewNotification = {
  type: NotificationType;
  to: NotificationAudience;
  title: string;
  message: string;
  /** Path in the app to open. */
  path: string;
  job?: RowId;
  ticket?: RowId;
  /** Subject key: a new notification replaces the older one with this key; without a key, each notification is separate. */
  group?: string;
  /** Skip the notification if one with this subject was sent after this instant. */
  unlessSince?: Date;
  /** True to notify the acting user too; by default that user is skipped. */
  tellsActor?: boolean;
};

/** Sender: a user, a company, or a background program. */
type Teller = { user: { id: number } | null; company: { id: number } | null };

const people = sql`SELECT cm.user_id AS user_id, c.company_id AS company_id
  FROM crew c JOIN crew_member cm ON cm.crew_id = c.id WHERE c.is_deleted = 0`;

/** Select the people of an audience and the company that each is notified for, as `user_id`, `company_id`. */
export function buildAudienceQuery(to: NotificationAudience): SQL {
  if ("people" in to) return to.people;
  if ("user" in to) return sql`SELECT ${to.user} AS user_id, ${to.company} AS company_id`;
  if ("crew" in to) return sql`${people} AND c.id = ${to.crew} AND c.company_id = ${to.company}`;
  if ("company" in to) {
    const admins = to.adminsOnly ? sql` AND c.is_primary = 1` : sql``;
    return sql`${people} AND c.company_id = ${to.company}${admins}`;
  }
  const among = to.ofCompanies ? sql` AND p.company_id IN ${jsonListSql(to.ofCompanies)}` : sql``;
  return sql`SELECT cm.user_id AS user_id, c.company_id AS company_id
    FROM job_party p JOIN crew c ON c.company_id = p.company_id AND c.is_deleted = 0
    JOIN crew_member cm ON cm.crew_id = c.id
   WHERE p.job_id = ${to.job}${among}
     AND (c.id IN (SELECT x.crew_id FROM job_company_crew x WHERE x.job_company_id = p.id)
       OR NOT EXISTS (SELECT 1 FROM job_company_crew x JOIN crew l ON l.id = x.crew_id AND l.is_deleted = 0
         WHERE x.job_company_id = p.id))`;
}

/**
 * Return the steps that store a notification once and add it to each person's inbox, in the commit of the event. If a
 * person hasn't read the earlier notification of this subject, that notification's count increases instead.
 */
export function buildNotificationSteps(
  ctx: Pick<Ctx, "now"> & { actor: Teller },
  notice: NewNotification,
): Step[] {
  const { type, to, title, message, path, job = null, ticket = null } = notice;
  const now = ctx.now.toISOString();
  const key = notice.group ?? `once:${crypto.randomUUID()}`;
  const company = "company" in to ? to.company : null;
  const isNews = notice.unlessSince
    ? sql`NOT EXISTS (SELECT 1 FROM notification WHERE group_key = ${key}
        AND ${isRecentSql(sql`created_at`, ctx.now, ctx.now.getTime() - notice.unlessSince.getTime())})`
    : sql`true`;
  const others = notice.tellsActor ? sql`true` : sql`p.user_id <> ${ctx.actor.user?.id ?? 0}`;
  // The notification has exactly this `created_at` only if this commit wrote it.
  return [
    allowAnyRows(sql`INSERT INTO notification (notification_type_id, title, message, company_id, user_id, crew_id, job_id,
        trip_ticket_id, path, group_key, creator_user_id, creator_company_id, created_at)
      SELECT ${type}, ${title}, ${message}, ${company}, ${"user" in to ? to.user : null},
        ${"crew" in to ? to.crew : null}, ${job}, ${ticket}, ${path}, ${key}, ${ctx.actor.user?.id ?? null},
        ${ctx.actor.company?.id ?? null}, ${now}
      WHERE ${isNews}
      ON CONFLICT (group_key) DO UPDATE SET title = excluded.title, message = excluded.message, path = excluded.path,
        creator_user_id = excluded.creator_user_id, creator_company_id = excluded.creator_company_id,
        created_at = excluded.created_at`),
    allowAnyRows(sql`INSERT INTO notification_inbox (user_id, company_id, notification_id, created_at)
      SELECT DISTINCT p.user_id, p.company_id, n.id, ${now} FROM notification n CROSS JOIN (${buildAudienceQuery(to)}) p
       WHERE n.group_key = ${key} AND n.created_at = ${now} AND ${others} AND NOT ${isMutedSql(sql`p.user_id`, type)}
      ON CONFLICT (user_id, notification_id, COALESCE(company_id, 0)) WHERE read_at IS NULL AND dismissed_at IS NULL
      DO UPDATE SET occurrence_count = occurrence_count + 1, created_at = excluded.created_at`),
    buildEnqueueStep(
      deliverNotificationsTask,
      { group: key },
      { key, when: sql`EXISTS (${pendingDeliveriesQuery(key, ctx.now)})` },
    ),
  ];
}
