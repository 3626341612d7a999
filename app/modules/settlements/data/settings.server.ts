import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { PAY_PERIODS, periodClose, settlementSetting } from "#db/schema";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { toCreator } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { procedure, type ReadCtx } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";
import { isUnchanged, requireVersion } from "~/web/revise.server";
import { calendarDayField, reasonField } from "../rules/inputs";
import { settingsOutput } from "../rules/output";
import { getMonday } from "../rules/periods";
import { readClosedThrough } from "../shared/closed.server";
import { readPayerSetting, requireSettlements } from "../shared/payer.server";
import { getLocalToday } from "./plan.server";

/** Kinds of lines that have their own bookkeeping account. */
export const BOOKKEEPING_ACCOUNT_KINDS = [
  "cut",
  "skid",
  "haul",
  "stumpage",
  "mill",
  "fuel",
  "adjustments",
] as const;

const account = createTrimmedTextSchema(80).optional();

/** Require an admin, because only admins may change settlement settings or close the books. */
function adminsAlone(ctx: ReadCtx) {
  if (!ctx.actor.permissions.is_primary) throw forbidden("Only an admin of your company can change this.");
}

/** Return the acting company's settlement settings. */
export const getSettlementSettings = procedure({
  name: "getSettlementSettings",
  may: "settlement.read",
  input: z.strictObject({}),
  output: settingsOutput,
  async run(ctx) {
    const { period, period_anchor, pay_lag_days, starts_on, accounts, version } = await readPayerSetting(
      ctx,
      ctx.actor.company.id,
    );
    return {
      period,
      period_anchor,
      pay_lag_days,
      starts_on,
      accounts,
      version,
      closed_through: await readClosedThrough(ctx, ctx.actor.company.id),
      today: getLocalToday(ctx),
    };
  },
});

export const saveSettlementSettings = procedure({
  name: "saveSettlementSettings",
  fresh: true,
  may: "settlement.update",
  input: z.strictObject({
    period: z.enum(PAY_PERIODS, "Choose a period."),
    period_anchor: calendarDayField().nullable().optional(),
    pay_lag_days: z.number("Type a number of days.").int().min(0).max(90, "At most 90 days."),
    starts_on: calendarDayField(),
    accounts: z
      .strictObject(Object.fromEntries(BOOKKEEPING_ACCOUNT_KINDS.map((name) => [name, account])))
      .optional(),
    version: z.number().int().min(0),
  }),
  output: idOutput,
  async run(ctx, { version, accounts = {}, ...input }) {
    adminsAlone(ctx);
    await requireSettlements(ctx);
    const company_id = ctx.actor.company.id;
    const [row] = await ctx.read
      .select()
      .from(settlementSetting)
      .where(eq(settlementSetting.company_id, company_id));
    const now = row ?? (await readPayerSetting(ctx, company_id));
    requireVersion(now, version, { ...now });
    const typed = Object.entries(accounts).flatMap(([name, account]) => (account ? [[name, account]] : []));
    // Keep the saved accounts that have no field in this form.
    const others = Object.entries(now.accounts).filter(
      ([name]) => !BOOKKEEPING_ACCOUNT_KINDS.some((shown) => shown === name),
    );
    const values = {
      ...input,
      period_anchor: input.period_anchor ? getMonday(input.period_anchor) : null,
      accounts: Object.fromEntries([...others, ...typed]),
    };
    if (row && isUnchanged(row, values)) return ctx.commit([], { id: company_id });
    const step = row
      ? expectOneRow(
          ctx.write
            .update(settlementSetting)
            .set({ ...values, version: sql`${settlementSetting.version} + 1` })
            .where(
              and(eq(settlementSetting.company_id, company_id), eq(settlementSetting.version, row.version)),
            ),
        )
      : expectOneRow(ctx.write.insert(settlementSetting).values({ company_id, ...values }));
    return ctx.commit([step], { id: company_id });
  },
});

/** Close the books through a day: nothing can be dated on or before it. Each closing is recorded with its reason. */
export const closePeriod = procedure({
  name: "closePeriod",
  fresh: true,
  may: "settlement.update",
  input: z.strictObject({ closed_through: calendarDayField(), reason: reasonField }),
  output: idOutput,
  async run(ctx, input) {
    adminsAlone(ctx);
    if (!ctx.actor.user) throw forbidden("A person has to do this.");
    await requireSettlements(ctx);
    if (input.closed_through > getLocalToday(ctx))
      throw invalid({ closed_through: ["Choose a day up to today."] });
    return ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(periodClose).values({
            company_id: ctx.actor.company.id,
            ...input,
            ...toCreator(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
      ],
      { id: selectInsertedId(periodClose) },
    );
  },
});

/** List the acting company's closings, newest first. */
export const listClosings = procedure({
  name: "listClosings",
  may: "settlement.read",
  input: z.strictObject({}),
  async run(ctx) {
    const rows = await ctx.read
      .select({
        id: periodClose.id,
        closed_through: periodClose.closed_through,
        reason: periodClose.reason,
        created_at: periodClose.created_at,
      })
      .from(periodClose)
      .where(eq(periodClose.company_id, ctx.actor.company.id));
    return { closings: rows.reverse() };
  },
});
