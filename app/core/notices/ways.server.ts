import { type SQL, sql } from "drizzle-orm";
import { NEWS_PAUSE_HOURS } from "~/core/outbox/write.server";
import { isRecentSql } from "~/web/recent.server";
import { isLiveSession } from "~/web/session.server";
import { MAILED_TO_ADMINS, NOTICE, type NoticeType } from "./notices";

/** Whether a person has turned a kind of news off. */
export const isMuted = (user: SQL, type: NoticeType): SQL =>
  sql`EXISTS (SELECT 1 FROM notification_preference m
    WHERE m.user_id = ${user} AND m.notification_type_id = ${type} AND m.in_app = 0)`;

const ADMINS = JSON.stringify(MAILED_TO_ADMINS);

/** Of an inbox row `i` with its message `n`: whether its person is an admin of the company that it is for. */
const isAdmin = sql`(i.company_id IS NULL OR EXISTS (SELECT 1 FROM crew a JOIN crew_member b ON b.crew_id = a.id
  WHERE a.company_id = i.company_id AND a.is_primary AND a.is_deleted = 0 AND b.user_id = i.user_id))`;

/** What the commit of the news itself has mailed to a company's admins. */
const isMailed = sql`(n.notification_type_id IN (SELECT value FROM json_each(${ADMINS})) AND ${isAdmin})`;

/** How the person of an inbox row `i` is mailed of its message `n`, with what they said of it in `w` (`usualMail` in SQL). */
export const mailWay = sql<string>`COALESCE(w.mail, CASE WHEN n.notification_type_id = ${NOTICE.assigned} OR ${isMailed}
  THEN 'now' ELSE 'daily' END)`;

/** The unread rows of a subject that leave by mail, push or text now: each person hears once in a few hours. */
export const toTell = (group: string | SQL, now: Date): SQL => {
  return sql`SELECT i.id, i.user_id, i.company_id, n.notification_type_id AS type, n.title, n.message, n.path, n.creator_company_id,
      (${mailWay} = 'now' AND NOT ${isMailed}) AS by_mail, COALESCE(w.text, 0) AS by_text,
      (COALESCE(w.push, 1) AND EXISTS (SELECT 1 FROM push_subscription JOIN session ON session.token_hash = push_subscription.session_hash
        WHERE push_subscription.user_id = i.user_id AND ${isLiveSession(now)})) AS by_push
    FROM notification n CROSS JOIN notification_inbox i ON i.notification_id = n.id
    LEFT JOIN notification_preference w ON w.user_id = i.user_id AND w.notification_type_id = n.notification_type_id
    WHERE n.group_key = ${group} AND i.read_at IS NULL AND i.dismissed_at IS NULL AND i.created_at = n.created_at
      AND (i.told_at IS NULL OR NOT ${isRecentSql(sql`i.told_at`, now, NEWS_PAUSE_HOURS * 3_600_000)}) AND (by_mail OR by_text OR by_push)`;
};
