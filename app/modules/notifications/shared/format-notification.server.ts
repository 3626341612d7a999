import { formatInstant } from "~/lib/time/time";
import type { Actor } from "~/web/actor";

/** Format a notification for its page. */
export const formatNotification = (
  n: { title: string; count: number; created_at: string },
  actor: Actor,
  now: Date,
) => ({
  title: n.count > 1 ? `${n.title}, and ${(n.count - 1).toLocaleString("en-US")} more` : n.title,
  when: { at: n.created_at, text: formatInstant(n.created_at, actor.zone, now) },
});
