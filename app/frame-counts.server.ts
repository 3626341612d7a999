import { sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepared } from "#db/prepared.server";
import { releasesUnseen } from "~/core/releases/releases.server";
import { may } from "~/domain/access/crew-permissions";
import { setupUnderWay } from "~/features/job-setup/draft.server";
import { unreadAsked, unreadCount } from "~/features/notifications/inbox.server";
import { joinRequestsWaiting } from "~/features/people/join-requests.server";
import { trialToOffer } from "~/features/settlements/trial.server";
import type { Actor } from "~/web/actor";

const findCounts = prepared((read) =>
  read
    .select({
      unread: unreadCount,
      setup: setupUnderWay,
      requests: joinRequestsWaiting,
      news: releasesUnseen,
      offered: trialToOffer,
    })
    .from(sql`(SELECT 1)`),
);

/** Count what waits for a person, for the badges of the frame: one query, since every page needs it. */
export async function frameCounts(read: Read, actor: Actor, now: Date) {
  const [found] = await findCounts(read, { ...unreadAsked(actor), now: now.toISOString() });
  const { unread = 0, setup = 0, news = 0 } = found ?? {};
  const mayInvite = actor.company !== null && actor.permissions.crew_member.create;
  const mayStart = actor.company !== null && may(actor.permissions, "settlement.create");
  return {
    unread,
    setup,
    news,
    requests: mayInvite ? (found?.requests ?? 0) : 0,
    trial_offered: mayStart && found?.offered === 1,
  };
}
