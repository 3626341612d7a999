import { and, desc, eq } from "drizzle-orm";
import { adminAction } from "#db/schema";
import { isWithinWait } from "~/lib/time/recent";
import type { Ctx } from "~/web/procedure";
import { AppError } from "~/web/refusal";
import { buildAdminActionStep, VIEW_ACTION } from "../shared/acts.server";

const ONCE_IN_MS = 60 * 60_000;
const WHY = "Opened the page. Nothing was changed.";

/**
 * Record that an operator opened the page of a company or a user, at most once an hour for each. If the database
 * rejects writes, the page still opens, because operators need it then.
 */
export async function recordAdminView(
  ctx: Ctx,
  subject: { company: number } | { user: number },
): Promise<void> {
  const [last] = await ctx.read
    .select({ at: adminAction.created_at })
    .from(adminAction)
    .where(
      and(
        eq(adminAction.action, VIEW_ACTION),
        eq(adminAction.admin_user_id, ctx.actor.user?.id ?? 0),
        "company" in subject
          ? eq(adminAction.subject_company_id, subject.company)
          : eq(adminAction.subject_user_id, subject.user),
      ),
    )
    .orderBy(desc(adminAction.id))
    .limit(1);
  if (last && isWithinWait(last.at, ctx.now, ONCE_IN_MS)) return;
  const step = await buildAdminActionStep(ctx, { action: VIEW_ACTION, ...subject, details: {}, reason: WHY });
  await ctx.commit([step], {}).catch((error: unknown) => {
    if (!(error instanceof AppError && error.kind === "unavailable")) throw error;
  });
}
