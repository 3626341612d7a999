import { eq } from "drizzle-orm";
import { z } from "zod";
import { reconcileTolerance } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { DEFAULT_TOLERANCE, type Tolerance } from "../rules/matching";

/** Return the acting company's tolerance between two scales. */
export async function readTolerance(ctx: Ctx<CompanyActor>): Promise<Tolerance> {
  const [row] = await ctx.read
    .select({ pounds: reconcileTolerance.pounds, hundredths: reconcileTolerance.hundredths })
    .from(reconcileTolerance)
    .where(eq(reconcileTolerance.company_id, ctx.actor.company.id));
  return row ?? DEFAULT_TOLERANCE;
}

/** Return the acting company's tolerance as shown in its form. */
export const getTolerance = procedure({
  name: "getTolerance",
  may: "trip_ticket.read",
  input: z.strictObject({}),
  async run(ctx) {
    const { pounds, hundredths } = await readTolerance(ctx);
    return { pounds, percent: hundredths / 100, may_save: ctx.actor.permissions.company.update };
  },
});

/**
 * Save the acting company's tolerance. Loads that differ more from the mill's value aren't selected by default for
 * anyone in the company.
 */
export const saveTolerance = procedure({
  name: "saveTolerance",
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
        expectOneRow(
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
