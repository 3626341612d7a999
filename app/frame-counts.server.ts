import { sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepareQuery } from "#db/prepared.server";
import { unseenReleaseCountQuery } from "~/core/releases/releases.server";
import { formatPlan, paidPlanNameSql } from "~/core/stripe/plan-name.server";
import { hasPermission } from "~/domain/access/crew-permissions";
import { hasDraftSql } from "~/features/job-setup/draft.server";
import { unreadCountParams, unreadCountSql } from "~/features/notifications/inbox.server";
import { waitingJoinRequestsSql } from "~/features/people/join-requests.server";
import { isTrialOfferedSql } from "~/features/settlements/trial.server";
import type { Actor } from "~/web/actor";

const findCounts = prepareQuery((read) =>
  read
    .select({
      unread: unreadCountSql,
      setup: hasDraftSql,
      requests: waitingJoinRequestsSql,
      news: unseenReleaseCountQuery,
      offered: isTrialOfferedSql,
      plan: paidPlanNameSql(sql`${sql.placeholder("company")}`),
    })
    .from(sql`(SELECT 1)`),
);

/** Read the counts of a user's pending items, and the company's plan, for the page frame: one query, since every page needs it. */
export async function readFrameCounts(read: Read, actor: Actor, now: Date) {
  const [found] = await findCounts(read, { ...unreadCountParams(actor), now: now.toISOString() });
  const { unread = 0, setup = 0, news = 0 } = found ?? {};
  const mayInvite = actor.company !== null && actor.permissions.crew_member.create;
  const mayStart = actor.company !== null && hasPermission(actor.permissions, "settlement.create");
  return {
    unread,
    setup,
    news,
    requests: mayInvite ? (found?.requests ?? 0) : 0,
    plan: actor.company && formatPlan(actor.company.is_professional, found?.plan),
    trial_offered: mayStart && found?.offered === 1,
  };
}
