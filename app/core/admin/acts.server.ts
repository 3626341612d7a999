import { createHash } from "node:crypto";
import { and, asc, desc, eq, ne, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { adminAct } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { missing } from "~/web/refusal";

/** Why somebody who runs the site does something: asked with every act, and kept. */
export const actReason = z
  .string("Say why. The company's admins can read it.")
  .trim()
  .min(3, "Say why. The company's admins can read it.")
  .max(300, "Use 300 characters at most");

/** The hash that the chain of acts starts from. */
const FIRST = createHash("sha256").update("timbertally:admin").digest("hex");

type Said = {
  seq: number;
  admin_user_id: number;
  act: string;
  subject_company_id: number | null;
  subject_user_id: number | null;
  details: string;
  reason: string;
  created_at: string;
};

const hashOfAct = (prev: string, a: Said): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        prev,
        a.seq,
        a.admin_user_id,
        a.act,
        a.subject_company_id,
        a.subject_user_id,
        a.details,
        a.reason,
        a.created_at,
      ]),
    )
    .digest("hex");

export type NewAct = {
  act: string;
  company?: number;
  user?: number;
  details: Record<string, unknown>;
  reason: string;
};

/**
 * The step that adds an act to the end of the chain, in the act's own commit. Two at once cannot add at the same place:
 * the chain's unique index refuses the second, which is run again.
 */
export async function actStep(ctx: Pick<Ctx, "read" | "write" | "actor" | "now">, it: NewAct): Promise<Step> {
  const admin = ctx.actor.user;
  if (!admin?.is_super_user) throw missing();
  const [last] = await ctx.read.select().from(adminAct).orderBy(desc(adminAct.seq)).limit(1);
  const prev_hash = last?.hash ?? FIRST;
  const said: Said = {
    seq: (last?.seq ?? 0) + 1,
    admin_user_id: admin.id,
    act: it.act,
    subject_company_id: it.company ?? null,
    subject_user_id: it.user ?? null,
    details: JSON.stringify(it.details),
    reason: it.reason,
    created_at: ctx.now.toISOString(),
  };
  return mustHit(ctx.write.insert(adminAct).values({ ...said, prev_hash, hash: hashOfAct(prev_hash, said) }));
}

/** That the page of a company or a person was opened: noted, and nothing was done. */
export const VIEWED = "viewed";

/** What an act is called where people read of it. */
const ACT_WORDS: Readonly<Record<string, string>> = {
  "companies joined": "Joined with another entry of the same company",
  "feature given": "Feature given",
  "feature taken": "Feature removed",
  "plan changed": "Plan changed",
  "company renamed": "Company renamed",
  "company deleted": "Company deleted",
  "company restored": "Company restored",
  "seen as they see": "Viewed as the company sees it, without changing anything",
  [VIEWED]: "Viewed by the people who run the site",
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
const MOST_READ = 50;
const MOST_VIEWS = 20;

/** An act in words: what it is called, and what its details say beyond that. */
export function actWords(row: { act: string; details: string }): string {
  const { data } = details.safeParse(JSON.parse(row.details));
  const more = data?.said ?? data?.from;
  return `${ACT_WORDS[row.act] ?? row.act}${more ? `: ${more}` : ""}`;
}

/**
 * What the people who run the site did to the acting company, the newest first, each with its reason; for its admins. Who
 * of them did it is kept, and not told here.
 */
export async function actsOnCompany(ctx: Pick<Ctx<CompanyActor>, "read" | "actor">) {
  if (!ctx.actor.permissions.is_primary) return [];
  const newest = (which: SQL, most: number) =>
    ctx.read
      .select()
      .from(adminAct)
      .where(and(eq(adminAct.subject_company_id, ctx.actor.company.id), which))
      .orderBy(desc(adminAct.id))
      .limit(most);
  // Who only looks often must not push out what was done.
  const [done, viewed] = await Promise.all([
    newest(ne(adminAct.act, VIEWED), MOST_READ),
    newest(eq(adminAct.act, VIEWED), MOST_VIEWS),
  ]);
  return [...done, ...viewed]
    .sort((one, other) => other.id - one.id)
    .map((row) => ({
      id: row.id,
      at: row.created_at,
      what: actWords(row),
      reason: row.reason,
    }));
}

/** Whether every act still says what it said when it was written, and none is missing in between. */
export async function actsAreIntact(read: Read): Promise<boolean> {
  let prev = FIRST;
  for (const [i, act] of (await read.select().from(adminAct).orderBy(asc(adminAct.seq))).entries()) {
    if (act.seq !== i + 1 || act.prev_hash !== prev || act.hash !== hashOfAct(prev, act)) return false;
    prev = act.hash;
  }
  return true;
}
