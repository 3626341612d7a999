import { and, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { adminAction, company, user } from "#db/schema";
import { formatFullName } from "~/lib/text/text";
import { formatInstant } from "~/lib/time/time";
import { pagingParams } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { formatAdminAction, VIEW_ACTION, verifyAdminActions } from "../shared/acts.server";

const SHOWN = 15;

async function readActs(
  ctx: Pick<Ctx, "read" | "actor" | "now">,
  where: SQL | undefined,
  take: number,
  skip = 0,
) {
  const rows = await ctx.read
    .select({
      act: adminAction,
      first_name: user.first_name,
      last_name: user.last_name,
      company: company.name,
      person: sql<
        string | null
      >`(SELECT p.first_name || ' ' || p.last_name FROM user p WHERE p.id = ${adminAction.subject_user_id})`,
    })
    .from(adminAction)
    .innerJoin(user, eq(user.id, adminAction.admin_user_id))
    .leftJoin(company, eq(company.id, adminAction.subject_company_id))
    .where(where)
    .orderBy(desc(adminAction.id))
    .limit(take)
    .offset(skip);
  return rows.map(({ act, ...row }) => ({
    id: act.id,
    what: formatAdminAction(act),
    reason: act.reason,
    by: formatFullName(row),
    company: act.subject_company_id ? { id: act.subject_company_id, name: row.company ?? "" } : null,
    person: act.subject_user_id ? { id: act.subject_user_id, name: row.person ?? "" } : null,
    when: { at: act.created_at, text: formatInstant(act.created_at, ctx.actor.zone, ctx.now) },
  }));
}
export type AdminActionRow = Awaited<ReturnType<typeof readActs>>[number];

/**
 * Read the operators' actions on a company or a user, newest first. Page views without a change are omitted and are
 * listed on the Acts page.
 */
export const readAdminActionsAbout = (
  ctx: Pick<Ctx, "read" | "actor" | "now">,
  subject: { company: number } | { user: number },
): Promise<AdminActionRow[]> =>
  readActs(
    ctx,
    and(
      ne(adminAction.action, VIEW_ACTION),
      "company" in subject
        ? eq(adminAction.subject_company_id, subject.company)
        : eq(adminAction.subject_user_id, subject.user),
    ),
    SHOWN,
  );

/** List all actions by the site's operators, newest first, and whether the chain of records is intact. */
export const listAdminActions = procedure({
  name: "listAdminActions",
  audience: "super",
  input: z.strictObject(pagingParams),
  async run(ctx, { take, skip }) {
    const [acts, [counted], intact] = await Promise.all([
      readActs(ctx, undefined, take === -1 ? 1_000_000 : take, skip),
      ctx.read.select({ n: sql<number>`count(*)` }).from(adminAction),
      verifyAdminActions(ctx.read),
    ]);
    return { acts, intact, meta: { total: counted?.n ?? 0, skip, take } };
  },
});

/** Check whether this user requested to view the site as this company within the last half hour. */
export async function isViewingAs(
  ctx: Pick<Ctx, "read" | "actor" | "now">,
  companyId: number,
): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - VIEW_AS_MINUTES * 60_000).toISOString();
  const [row] = await ctx.read
    .select({ at: adminAction.created_at })
    .from(adminAction)
    .where(
      and(
        eq(adminAction.subject_company_id, companyId),
        eq(adminAction.admin_user_id, ctx.actor.user?.id ?? 0),
        eq(adminAction.action, VIEWED_AS_COMPANY_ACTION),
      ),
    )
    .orderBy(desc(adminAction.id))
    .limit(1);
  return row !== undefined && row.at > since;
}
export const VIEWED_AS_COMPANY_ACTION = "seen as they see";
export const VIEW_AS_MINUTES = 30;
