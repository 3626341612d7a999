import { type SQL, sql } from "drizzle-orm";
import { NOTIFICATION_PAUSE_HOURS } from "~/lib/mail/write.server";
import { isRecentSql } from "~/web/recent.server";
import { isLiveSession } from "~/web/session.server";
import { ADMIN_EMAIL_TYPES, NOTIFICATION, type NotificationType } from "../rules/notices";

/** SQL condition that a user has turned a type of notification off. */
export const isMutedSql = (user: SQL, type: NotificationType): SQL =>
  sql`EXISTS (SELECT 1 FROM notification_preference m
    WHERE m.user_id = ${user} AND m.notification_type_id = ${type} AND m.in_app = 0)`;

const ADMINS = JSON.stringify(ADMIN_EMAIL_TYPES);

/** True if the user of inbox row `i` is an admin of the company that the row is for. */
const isAdmin = sql`(i.company_id IS NULL OR EXISTS (SELECT 1 FROM crew a JOIN crew_member b ON b.crew_id = a.id
  WHERE a.company_id = i.company_id AND a.is_primary AND a.is_deleted = 0 AND b.user_id = i.user_id))`;

/** True for notifications that were already mailed to the company's admins in their own commit. */
const wantsEmail = sql`(n.notification_type_id IN (SELECT value FROM json_each(${ADMINS})) AND ${isAdmin})`;

/**
 * Email setting of the user of inbox row `i` for its notification `n`, with the user's preference in `w`
 * (`getDefaultEmailPreference` in SQL).
 */
export const emailPreferenceSql = sql<string>`COALESCE(w.mail, CASE WHEN n.notification_type_id = ${NOTIFICATION.assigned} OR ${wantsEmail}
  THEN 'now' ELSE 'daily' END)`;

/**
 * Select the unread inbox rows of a subject to send now by email, push or text. Each user is notified once every few
 * hours at most.
 */
export const pendingDeliveriesQuery = (group: string | SQL, now: Date): SQL => {
  return sql`SELECT i.id, i.user_id, i.company_id, n.notification_type_id AS type, n.title, n.message, n.path, n.creator_company_id,
      (${emailPreferenceSql} = 'now' AND NOT ${wantsEmail}) AS by_mail, COALESCE(w.text, 0) AS by_text,
      (COALESCE(w.push, 1) AND EXISTS (SELECT 1 FROM push_subscription JOIN session ON session.token_hash = push_subscription.session_hash
        WHERE push_subscription.user_id = i.user_id AND ${isLiveSession(now)})) AS by_push
    FROM notification n CROSS JOIN notification_inbox i ON i.notification_id = n.id
    LEFT JOIN notification_preference w ON w.user_id = i.user_id AND w.notification_type_id = n.notification_type_id
    WHERE n.group_key = ${group} AND i.read_at IS NULL AND i.dismissed_at IS NULL AND i.created_at = n.created_at
      AND (i.notified_at IS NULL OR NOT ${isRecentSql(sql`i.notified_at`, now, NOTIFICATION_PAUSE_HOURS * 3_600_000)}) AND (by_mail OR by_text OR by_push)`;
};
