import type { SQL } from "drizzle-orm";
import type { Statement } from "#db/client.server";
import { buildEnqueueStep } from "~/lib/queue/work.server";
import type { Step } from "~/web/procedure";
import { getEnabledChannels } from "./channels.server";
import { getSendTask, sendMailTask, sendTextTask } from "./sending.server";

/** Value of `next_attempt_at` for a message that has a queue item, which alone determines when it is due. */
export const QUEUED_UNTIL_SENT = "9999-12-31T00:00:00.000Z";

/**
 * Return `next_attempt_at` for a new message: never due by itself if this site sends messages of this kind and queues
 * them immediately.
 */
export const getInitialNextTryAt = (kind: "mail" | "text", now: string): string =>
  getEnabledChannels()[kind] ? QUEUED_UNTIL_SENT : now;

/**
 * Build the step that queues a message in the commit that writes it, if the message may be sent. If the site doesn't
 * send this kind, {@link queueWaitingStatements} queues it later.
 */
export function buildQueueMessageStep(kind: "mail" | "text", message: SQL | number, may?: SQL): Step[] {
  if (!getEnabledChannels()[kind]) return [];
  const key = typeof message === "number" ? String(message) : message;
  return [buildEnqueueStep(getSendTask(kind), { message }, { key, ...(may && { when: may }) })];
}

/**
 * Build the statements that queue waiting messages without a queue item: messages written while sending was off, or
 * before messages were queued. Servers of an earlier version lease due messages directly, so a message that such a
 * server is sending is skipped until its lease expires.
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
      params: [sendMailTask.name, sendTextTask.name, timestamp, timestamp, timestamp, kinds],
    },
    {
      sql: `UPDATE outbox_message SET next_attempt_at = ? WHERE ${waiting}`,
      params: [QUEUED_UNTIL_SENT, timestamp, kinds],
    },
  ];
}
