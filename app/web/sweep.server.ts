import type { Database } from "#db/client.server";
import { env } from "./env.server";

const DAY = 86_400_000;
/** Time to keep links that no longer work, so that users who open them can see the reason. */
const LINKS_KEPT = 30 * DAY;
/** Time to keep forms that were refused or whose outcome was never written. Applied forms are kept forever. */
const REFUSED_KEPT = 30 * DAY;
/** Time to keep read or dismissed notifications in the inbox. */
const NOTICES_KEPT = 180 * DAY;

/**
 * Delete expired personal data: ended or idle sessions, counted tries (addresses, emails), links to choose a password,
 * and notifications read long ago. Also deletes forms that were not applied. History and applied submissions are
 * records and are kept.
 */
export async function deleteExpired(db: Database, now: Date) {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const { SESSION_IDLE_DAYS, RATE_LIMIT_WINDOW_SECONDS } = env();
  await db.batch([
    {
      sql: "DELETE FROM session WHERE expires_at <= ? OR last_seen_at <= ?",
      params: [before(0), before(SESSION_IDLE_DAYS * DAY)],
    },
    {
      sql: "DELETE FROM rate_limit WHERE abs(window_started_at - ?) >= ?",
      params: [Math.floor(now.getTime() / 1000), RATE_LIMIT_WINDOW_SECONDS],
    },
    { sql: "DELETE FROM passkey_challenge WHERE expires_at <= ?", params: [before(0)] },
    { sql: "DELETE FROM password_reset WHERE expires_at <= ?", params: [before(LINKS_KEPT)] },
    {
      sql: "DELETE FROM submission WHERE outcome IS NOT 'applied' AND received_at <= ?",
      params: [before(REFUSED_KEPT)],
    },
    {
      sql: "DELETE FROM notification_inbox WHERE created_at <= ? AND (read_at IS NOT NULL OR dismissed_at IS NOT NULL)",
      params: [before(NOTICES_KEPT)],
    },
    {
      sql: "DELETE FROM notification WHERE created_at <= ? AND NOT EXISTS (SELECT 1 FROM notification_inbox i WHERE i.notification_id = notification.id)",
      params: [before(NOTICES_KEPT)],
    },
  ]);
}
