import { eq } from "drizzle-orm";
import { z } from "zod";
import { settlementRule } from "#db/schema";
import { needsSettlements, payerOf, payersActedFor } from "~/core/settling/payer.server";
import { procedure } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { ownAdjustment } from "./adjustments.server";
import { idInput } from "./inputs";
import { localToday } from "./plan.server";
import { possibleReceivers } from "./receivers.server";

/**
 * What the forms of adjustments and rules offer: who pays, where the acting company settles for others too, the companies
 * that may be owed something, and today.
 */
export const getItemForm = procedure({
  name: "getItemForm",
  may: "settlement.create",
  input: z.strictObject({}),
  async run(ctx) {
    await needsSettlements(ctx);
    const payers = [await payerOf(ctx), ...(await payersActedFor(ctx))];
    const known = new Map<number, string>();
    // For others it knows the companies of its own jobs: one answer holds for all of them.
    for (const payer of payers.slice(0, 2))
      for (const { id, name } of await possibleReceivers(ctx, payer)) known.set(id, name);
    const option = (id: number, label: string) => ({ value: String(id), label });
    return {
      payers: payers.map(({ id, name }) => option(id, name)),
      receivers: [...known]
        .sort(([, one], [, other]) => one.localeCompare(other))
        .map(([id, name]) => option(id, name)),
      today: localToday(ctx),
    };
  },
});

/** An adjustment to take back, or why it can't be. */
export const getAdjustmentForm = procedure({
  name: "getAdjustmentForm",
  may: "settlement.delete",
  input: z.strictObject({ settlement_adjustment_id: idInput }),
  async run(ctx, { settlement_adjustment_id }) {
    const row = await ownAdjustment(ctx, settlement_adjustment_id);
    const why_not =
      row.used_by_statement_id !== null
        ? "It is on a statement."
        : row.cancelled_at !== null
          ? "It's already cancelled."
          : row.kind === "balance"
            ? "What was carried over goes on the next statement."
            : null;
    return { words: row.words, amount_cents: row.amount_cents, why_not };
  },
});

/** A rule to end. */
export const getRuleForm = procedure({
  name: "getRuleForm",
  may: "settlement.delete",
  input: z.strictObject({ settlement_rule_id: idInput }),
  async run(ctx, { settlement_rule_id }) {
    const [row] = await ctx.read
      .select()
      .from(settlementRule)
      .where(eq(settlementRule.id, settlement_rule_id));
    const me = ctx.actor.company.id;
    if (!row || row.is_deleted || ![row.paying_company_id, row.creator_company_id].includes(me))
      throw missing();
    return { words: row.words };
  },
});
