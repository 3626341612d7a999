import type { SQL } from "drizzle-orm";
import type { Statement } from "#db/client.server";
import { enqueue } from "~/core/work/work.server";
import type { Step } from "~/web/procedure";
import { enabledChannels } from "./channels.server";
import { sendingOf, sendMail, sendText } from "./sending.server";

/** A message with an item of the queue is due by that alone; this stands in its `next_try_at`. */
export const QUEUED = "9999-12-31T00:00:00.000Z";

/** Since when a message waits for an item of the queue: never, where this site sends its kind and queues it at once. */
export const waitsSince = (kind: "mail" | "text", now: string): string =>
  enabledChannels()[kind] ? QUEUED : now;

/**
 * Put a message on the queue in the commit that writes it, where it may go. A site that doesn't send its kind leaves it
 * to {@link queueWaiting}.
 */
export function queueStep(kind: "mail" | "text", message: SQL | number, may?: SQL): Step[] {
  if (!enabledChannels()[kind]) return [];
  const key = typeof message === "number" ? String(message) : message;
  return [enqueue(sendingOf(kind), { message }, { key, ...(may && { when: may }) })];
}

/**
 * Put messages that wait without an item on the queue: they were written where nothing is sent, or before messages were
 * queued. Servers of an
 * earlier version claim those that are due, so what one of them is sending is left until its time is over.
 */
export function queueWaiting(now: Date): Statement[] {
  const at = now.toISOString();
  const { mail, text } = enabledChannels();
  const kinds = JSON.stringify([...(mail ? ["mail"] : []), ...(text ? ["text"] : [])]);
  const waiting = `sent_at IS NULL AND given_up_at IS NULL AND next_try_at <= ?
    AND kind IN (SELECT value FROM json_each(?))`;
  return [
    {
      sql: `INSERT INTO work_item (name, input, unique_key, attempts, run_at, created_at)
        SELECT CASE kind WHEN 'mail' THEN ? ELSE ? END, json_object('message', id), id, tries, ?, ?
        FROM outbox_message WHERE ${waiting} ORDER BY next_try_at, id
        ON CONFLICT (name, unique_key) WHERE finished_at IS NULL AND given_up_at IS NULL DO NOTHING`,
      params: [sendMail.name, sendText.name, at, at, at, kinds],
    },
    { sql: `UPDATE outbox_message SET next_try_at = ? WHERE ${waiting}`, params: [QUEUED, at, kinds] },
  ];
}
