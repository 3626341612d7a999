import { eq } from "drizzle-orm";
import { z } from "zod";
import { reconcileTolerance } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { type Tolerance, USUAL_TOLERANCE } from "./matching";

/** How much the acting company lets two scales differ. */
export async function toleranceOf(ctx: Ctx<CompanyActor>): Promise<Tolerance> {
  const [row] = await ctx.read
    .select({ pounds: reconcileTolerance.pounds, hundredths: reconcileTolerance.hundredths })
    .from(reconcileTolerance)
    .where(eq(reconcileTolerance.company_id, ctx.actor.company.id));
  return row ?? USUAL_TOLERANCE;
}

/** The acting company's tolerance as its form says it. */
export const getTolerance = procedure({
  name: "getReconcileTolerance",
  may: "trip_ticket.read",
  input: z.strictObject({}),
  async run(ctx) {
    const { pounds, hundredths } = await toleranceOf(ctx);
    return { pounds, percent: hundredths / 100, may_save: ctx.actor.permissions.company.update };
  },
});

/** Say from when on a difference to a mill is a question, for everyone of the acting company. */
export const saveTolerance = procedure({
  name: "saveReconcileTolerance",
  may: "company.update",
  input: z.strictObject({
    pounds: z
      .number("Type whole pounds, like 200.")
      .int("Type whole pounds, like 200.")
      .min(0, "Type whole pounds, like 200.")
      .max(10_000, "At most 10,000 lb."),
    percent: z
      .number("Type a percentage, like 1 or 0.5.")
      .min(0, "Type a percentage, like 1 or 0.5.")
      .max(20, "At most 20%."),
  }),
  async run(ctx, { pounds, percent }) {
    const values = { pounds, hundredths: Math.round(percent * 100), last_modified_at: ctx.now.toISOString() };
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .insert(reconcileTolerance)
            .values({ company_id: ctx.actor.company.id, ...values })
            .onConflictDoUpdate({ target: reconcileTolerance.company_id, set: values }),
        ),
      ],
      { id: ctx.actor.company.id },
    );
  },
});
