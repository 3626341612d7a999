import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { jobAcceptanceDraft } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";

const draftBody = z.object({ crew_ids: z.array(z.number().int()).optional() });

type Draft = z.output<typeof draftBody>;
export const isOwnAcceptanceDraft = (ctx: Ctx<CompanyActor>, id: number) =>
  and(
    eq(jobAcceptanceDraft.user_id, ctx.actor.user?.id ?? 0),
    eq(jobAcceptanceDraft.company_id, ctx.actor.company.id),
    eq(jobAcceptanceDraft.job_id, id),
  );

export const readAcceptanceDraft = async (ctx: Ctx<CompanyActor>, id: number): Promise<Draft | null> => {
  if (!ctx.actor.user) return null;
  const [row] = await ctx.read
    .select({ body: jobAcceptanceDraft.body })
    .from(jobAcceptanceDraft)
    .where(isOwnAcceptanceDraft(ctx, id));
  return row ? draftBody.parse(JSON.parse(row.body)) : null;
};
