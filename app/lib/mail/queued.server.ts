import type { SQL } from "drizzle-orm";
import type { Statement } from "#db/client.server";
import { enqueue } from "~/lib/queue/work.server";
import type { Step } from "~/web/procedure";
import { getEnabledChannels } from "./channels.server";
import { getSendJob, sendMail, sendText } from "./sending.server";

/** Value of `next_attempt_at` for a message that has a queue item, which alone determines when it is due. */
export const QUEUED_UNTIL_SENT = "9999-12-31T00:00:00.000Z";

/** Value of `next_attempt_at` for a new message: never due by itself if this site sends its kind and queues it immediately. */
export const getInitialNextTryAt = (kind: "mail" | "text", now: string): string =>
  getEnabledChannels()[kind] ? QUEUED_UNTIL_SENT : now;

/**
 * Queue a message in the commit that writes it, if it may be sent. If the site doesn't send this kind, {@link
 * queueWaitingStatements} queues it later.
 */
export function queueStep(kind: "mail" | "text", message: SQL | number, may?: SQL): Step[] {
  if (!getEnabledChannels()[kind]) return [];
  const key = typeof message === "number" ? String(message) : message;
  return [enqueue(getSendJob(kind), { message }, { key, ...(may && { when: may }) })];
}

/**
 * Queue waiting messages without an item: they were written while nothing was sent, or before messages were queued.
 * Servers of an earlier version claim due messages, so a message that such a server is sending is left until its lease
 * expires.
 */
export function queueWaitingStatements(now: Date): Statement[] {
  const timestamp = now.toISOString();
  const { mail, text } = getEnabledChannels();
  const kinds = JSON.stringify([...(mail ? ["mail"] : []), ...(text ? ["text"] : [])]);
  const waiting = `sent_at IS NULL AND failed_at IS NULL AND next_attempt_at <= ?
    AND kind IN (SELECT value FROM json_each(?))`;
  return [
    {
      sql: `INSERT INTO background_job (name, input, unique_key, attempts, run_at, created_at)
        SELECT CASE kind WHEN 'mail' THEN ? ELSE ? END, json_object('message', id), id, attempts, ?, ?
        FROM outbox_message WHERE ${waiting} ORDER BY next_attempt_at, id
        ON CONFLICT (name, unique_key) WHERE finished_at IS NULL AND failed_at IS NULL DO NOTHING`,
      params: [sendMail.name, sendText.name, timestamp, timestamp, timestamp, kinds],
    },
    {
      sql: `UPDATE outbox_message SET next_attempt_at = ? WHERE ${waiting}`,
      params: [QUEUED_UNTIL_SENT, timestamp, kinds],
    },
  ];
}
