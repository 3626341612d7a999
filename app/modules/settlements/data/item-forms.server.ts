import { eq } from "drizzle-orm";
import { z } from "zod";
import { settlementRule } from "#db/schema";
import { procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { idField } from "../rules/inputs";
import { readPayer, readPayersActedFor, requireSettlements } from "../shared/payer.server";
import { requireOwnAdjustment } from "./adjustments.server";
import { getLocalToday } from "./plan.server";
import { readPossibleReceivers } from "./receivers.server";

/**
 * Return the choices for adjustment and rule forms: the payers that the acting company settles for, the possible
 * receivers, and today's date.
 */
export const getItemForm = procedure({
  name: "getItemForm",
  may: "settlement.create",
  input: z.strictObject({}),
  async run(ctx) {
    await requireSettlements(ctx);
    const payers = [await readPayer(ctx), ...(await readPayersActedFor(ctx))];
    const known = new Map<number, string>();
    // All other payers have the same possible receivers (the companies on the acting company's jobs), so one of them is
    // enough.
    for (const payer of payers.slice(0, 2))
      for (const { id, name } of await readPossibleReceivers(ctx, payer)) known.set(id, name);
    const option = (id: number, label: string) => ({ value: String(id), label });
    return {
      payers: payers.map(({ id, name }) => option(id, name)),
      receivers: [...known]
        .sort(([, one], [, other]) => one.localeCompare(other))
        .map(([id, name]) => option(id, name)),
      today: getLocalToday(ctx),
    };
  },
});

/** Return an adjustment to cancel, or the reason why it can't be canceled. */
export const getAdjustmentForm = procedure({
  name: "getAdjustmentForm",
  may: "settlement.delete",
  input: z.strictObject({ settlement_adjustment_id: idField }),
  async run(ctx, { settlement_adjustment_id }) {
    const row = await requireOwnAdjustment(ctx, settlement_adjustment_id);
    const why_not =
      row.used_by_statement_id !== null
        ? "It is on a statement."
        : row.cancelled_at !== null
          ? "It's already cancelled."
          : row.kind === "balance"
            ? "What was carried over goes on the next statement."
            : null;
    return { words: row.note, amount_cents: row.amount_cents, why_not };
  },
});

/** Return a rule to end. */
export const getRuleForm = procedure({
  name: "getRuleForm",
  may: "settlement.delete",
  input: z.strictObject({ settlement_rule_id: idField }),
  async run(ctx, { settlement_rule_id }) {
    const [row] = await ctx.read
      .select()
      .from(settlementRule)
      .where(eq(settlementRule.id, settlement_rule_id));
    const me = ctx.actor.company.id;
    if (!row || row.is_deleted || ![row.paying_company_id, row.creator_company_id].includes(me))
      throw notFound();
    return { words: row.label };
  },
});
