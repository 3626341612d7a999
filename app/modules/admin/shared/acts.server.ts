import { createHash } from "node:crypto";
import { and, asc, desc, eq, ne, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { adminAction } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { notFound } from "~/web/refusal";

/** Reason for a site admin's action: required for every action, and stored. */
export const adminActionReasonSchema = z
  .string("Say why. The company's admins can read it.")
  .trim()
  .min(3, "Say why. The company's admins can read it.")
  .max(300, "Use 300 characters at most");

/** Hash that starts the chain of admin actions. */
const GENESIS_HASH = createHash("sha256").update("timbertally:admin").digest("hex");

type HashedAdminAction = {
  seq: number;
  admin_user_id: number;
  action: string;
  subject_company_id: number | null;
  subject_user_id: number | null;
  details: string;
  reason: string;
  created_at: string;
};

const hashOfAct = (prev: string, a: HashedAdminAction): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        prev,
        a.seq,
        a.admin_user_id,
        a.action,
        a.subject_company_id,
        a.subject_user_id,
        a.details,
        a.reason,
        a.created_at,
      ]),
    )
    .digest("hex");

export type NewAdminAction = {
  action: string;
  company?: number;
  user?: number;
  details: Record<string, unknown>;
  reason: string;
};

/**
 * Build the step that adds an admin action to the end of the audit chain, in the commit of the action. If two
 * concurrent actions take the same position, the chain's unique index rejects the second, which is retried.
 */
export async function buildAdminActionStep(
  ctx: Pick<Ctx, "read" | "write" | "actor" | "now">,
  it: NewAdminAction,
): Promise<Step> {
  const admin = ctx.actor.user;
  if (!admin?.is_super_user) throw notFound();
  const [last] = await ctx.read.select().from(adminAction).orderBy(desc(adminAction.seq)).limit(1);
  const prev_hash = last?.hash ?? GENESIS_HASH;
  const result: HashedAdminAction = {
    seq: (last?.seq ?? 0) + 1,
    admin_user_id: admin.id,
    action: it.action,
    subject_company_id: it.company ?? null,
    subject_user_id: it.user ?? null,
    details: JSON.stringify(it.details),
    reason: it.reason,
    created_at: ctx.now.toISOString(),
  };
  return expectOneRow(
    ctx.write.insert(adminAction).values({ ...result, prev_hash, hash: hashOfAct(prev_hash, result) }),
  );
}

/** Action recorded when an admin opened the page of a company or a person and changed nothing. */
export const VIEW_ACTION = "viewed";

/** Names of admin actions as shown to users. */
const ADMIN_ACTION_LABELS: Readonly<Record<string, string>> = {
  "companies joined": "Joined with another entry of the same company",
  "feature given": "Feature given",
  "feature taken": "Feature removed",
  "plan changed": "Plan changed",
  "company renamed": "Company renamed",
  "company deleted": "Company deleted",
  "company restored": "Company restored",
  "seen as they see": "Viewed as the company sees it, without changing anything",
  [VIEW_ACTION]: "Viewed by the people who run the site",
  "sessions ended": "Signed out everywhere",
  "second factor taken off": "Second factor turned off",
  "account disabled": "Account disabled",
  "account enabled": "Account enabled again",
  "super rights given": "Made a super user",
  "super rights taken": "No longer a super user",
  "contacts corrected": "Email or phone corrected",
  "link made": "New password link made",
  "forms sent for their writer": "Forms sent for their writer",
  "release written": "Release written",
  "release changed": "Release changed",
  "release deleted": "Release deleted",
};

const details = z.object({ from: z.string().optional(), said: z.string().optional() });
const MAX_READ = 50;
const MAX_VIEWS = 20;

/** Describe an admin action in words: its name and any further details. */
export function formatAdminAction(row: { action: string; details: string }): string {
  const { data } = details.safeParse(JSON.parse(row.details));
  const more = data?.said ?? data?.from;
  return `${ADMIN_ACTION_LABELS[row.action] ?? row.action}${more ? `: ${more}` : ""}`;
}

/**
 * Read site admins' actions on the acting company, newest first, each with its reason, for the company's admins. The
 * acting site admin is recorded but not returned.
 */
export async function readCompanyAdminActions(ctx: Pick<Ctx<CompanyActor>, "read" | "actor">) {
  if (!ctx.actor.permissions.is_primary) return [];
  const newest = (which: SQL, most: number) =>
    ctx.read
      .select()
      .from(adminAction)
      .where(and(eq(adminAction.subject_company_id, ctx.actor.company.id), which))
      .orderBy(desc(adminAction.id))
      .limit(most);
  // Limit page views separately, so that frequent views don't displace other actions.
  const [done, viewed] = await Promise.all([
    newest(ne(adminAction.action, VIEW_ACTION), MAX_READ),
    newest(eq(adminAction.action, VIEW_ACTION), MAX_VIEWS),
  ]);
  return [...done, ...viewed]
    .sort((item, other) => other.id - item.id)
    .map((row) => ({
      id: row.id,
      at: row.created_at,
      what: formatAdminAction(row),
      reason: row.reason,
    }));
}

/** Check whether every action is unchanged since it was recorded and no action is missing from the chain. */
export async function verifyAdminActions(read: Read): Promise<boolean> {
  let prev = GENESIS_HASH;
  for (const [i, act] of (await read.select().from(adminAction).orderBy(asc(adminAction.seq))).entries()) {
    if (act.seq !== i + 1 || act.prev_hash !== prev || act.hash !== hashOfAct(prev, act)) return false;
    prev = act.hash;
  }
  return true;
}
