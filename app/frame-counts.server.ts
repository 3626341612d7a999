import { sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepareQuery } from "#db/prepared.server";
import { hasPermission } from "~/lib/access/crew-permissions";
import { buildPaidPlanNameSql, formatPlan } from "~/modules/billing/shared/plan-name.server";
import { hasDraftSql } from "~/modules/jobs/shared/draft.server";
import { unreadCountParams, unreadCountSql } from "~/modules/notifications/shared/inbox.server";
import { countJoinRequestsSql } from "~/modules/people/shared/join-requests.server";
import { unseenReleaseCountQuery } from "~/modules/releases/shared/releases.server";
import { isTrialOfferedSql } from "~/modules/settlements/shared/start-trial.server";
import type { Actor } from "~/web/actor";

const findCounts = prepareQuery((read) =>
  read
    .select({
      unread: unreadCountSql,
      setup: hasDraftSql,
      requests: countJoinRequestsSql,
      news: unseenReleaseCountQuery,
      offered: isTrialOfferedSql,
      plan: buildPaidPlanNameSql(sql`${sql.placeholder("company")}`),
    })
    .from(sql`(SELECT 1)`),
);

/**
 * Read the counts of a user's pending items and the company's plan for the page layout, in one query because every page
 * needs them.
 */
export async function readPendingCounts(read: Read, actor: Actor, now: Date) {
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
