import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { FUEL_METHODS, fuelRule } from "#db/schema";
import { createTextSchema, createTrimmedTextSchema } from "~/lib/text/input";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput, listOutput, outputId } from "~/web/output";
import { fullListParams, slicePage } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { updateWithVersion } from "~/web/revise.server";
import { isPossiblePrice, parseFuelPrice } from "../rules/price";
import { FUEL_REGION_CODES } from "../rules/regions";
import { formatFuelRule } from "../rules/rule-words";
import { readCompanyFuelRegion } from "../shared/fuel-prices.server";
import { readOwnFuelRules } from "../shared/rules.server";

const whole = z.number().int();
const ruleOutput = z.strictObject({
  id: outputId,
  name: z.string(),
  region: z.string().describe("The region whose prices count, by EIA's code: R20 is the Midwest."),
  base_mills: whole.describe("Thousandths of a dollar for a gallon: at or below it nothing is paid."),
  method: z.enum(FUEL_METHODS).describe("percent of the haul, or for each mile or unit"),
  step_mills: whole.nullable(),
  step_points: whole
    .nullable()
    .describe("For each whole step above the base so many basis points of the haul."),
  mpg_tenths: whole.nullable(),
  gallon_thousandths: whole
    .nullable()
    .describe("Gallons that hauling one of the unit takes, in thousandths."),
  wood_unit_type_id: outputId.nullable(),
  from_weekday: whole.describe("From which weekday Monday's price counts: 1 is that Monday, 2 Tuesday."),
  words: z.string(),
});

type Row = typeof fuelRule.$inferSelect;
const shown = ({
  company_id: _c,
  is_deleted: _d,
  creator_user_id: _u,
  created_at: _at,
  version: _v,
  ...row
}: Row) => ({
  ...row,
  words: formatFuelRule(row),
});

/** List the diesel surcharges that the company may put on its haul rates. */
export const listFuelRules = procedure({
  name: "listFuelRules",
  may: "settlement.read",
  input: z.strictObject(fullListParams),
  output: listOutput("fuel_rules", ruleOutput),
  async run(ctx, paging) {
    const { rows, meta } = slicePage(await readOwnFuelRules(ctx), paging);
    return { fuel_rules: rows.map(shown), meta };
  },
});

/** Parse a number with at most this many decimals into a whole number of its smallest unit; return null for other text. */
function decimal(typed: string | number | undefined, decimals: number): number | null {
  const [, first = "", rest = ""] = /^\$?(\d{1,5})(?:\.(\d+))?%?$/.exec(String(typed ?? "").trim()) ?? [];
  return first && rest.length <= decimals ? Number(first + rest.padEnd(decimals, "0")) : null;
}

const typed = (message: string) => z.union([createTextSchema(20, message), z.number()], message).optional();
const WORDS = {
  base: "Type dollars for a gallon like 2.50, between 1 and 15.",
  percent: "Type a share of the haul like 1 or 0.5.",
  step: "Type dollars like 0.06.",
  mpg: "Type miles like 5 or 5.5, between 1 and 30.",
  gallons: "Type gallons like 0.35.",
} as const;

/** Return a number within two limits, or refuse it with the field's message. */
function within(field: keyof typeof WORDS, value: number | null, least: number, most: number): number {
  if (value === null || value < least || value > most) throw invalid({ [field]: [WORDS[field]] });
  return value;
}

const rule = {
  name: createTrimmedTextSchema(60, undefined, "Give it a name, like Diesel by the mile.").min(
    1,
    "Give it a name, like Diesel by the mile.",
  ),
  region: z.enum(FUEL_REGION_CODES, "Choose a region."),
  base: typed(WORDS.base).describe("Dollars for a gallon: at or below it nothing is paid."),
  method: z.enum(FUEL_METHODS, "Choose what it is paid for."),
  percent: typed(WORDS.percent).describe("Of percent: so much of the haul for each step."),
  step: typed(WORDS.step).describe("Of percent: what a step is, in dollars for a gallon."),
  mpg: typed(WORDS.mpg).describe("Of mile: how far a truck goes on a gallon."),
  gallons: typed(WORDS.gallons).describe("Of unit: what hauling one of it takes."),
  wood_unit_type_id: z.number("Choose MBF, ton or cord.").int().min(1).max(3).optional(),
  from_weekday: z
    .number("Choose a weekday.")
    .int()
    .min(1, "Choose a weekday.")
    .max(7, "Choose a weekday.")
    .default(2),
};

function methodOf(input: z.output<z.ZodObject<typeof rule>>) {
  if (input.method === "mile") return { mpg_tenths: within("mpg", decimal(input.mpg, 1), 10, 300) };
  if (input.method === "unit") {
    if (input.wood_unit_type_id === undefined)
      throw invalid({ wood_unit_type_id: ["Choose MBF, ton or cord."] });
    return {
      gallon_thousandths: within("gallons", decimal(input.gallons, 3), 1, 100_000),
      wood_unit_type_id: input.wood_unit_type_id,
    };
  }
  return {
    step_points: within("percent", decimal(input.percent, 2), 1, 10_000),
    step_mills: within("step", decimal(input.step, 3), 1, 15_000),
  };
}

/** Add a diesel surcharge. A surcharge is never changed; instead, a new one is added and put on rates from a given day. */
export const addFuelRule = procedure({
  name: "addFuelRule",
  fresh: true,
  may: "settlement.create",
  input: z.strictObject(rule),
  output: idOutput,
  async run(ctx, input) {
    const { name, region, method, from_weekday } = input;
    const base_mills = parseFuelPrice(input.base ?? "") ?? 0;
    if (!isPossiblePrice(base_mills)) throw invalid({ base: [WORDS.base] });
    const how = methodOf(input);
    const same = (await readOwnFuelRules(ctx)).some((r) => r.name.toLowerCase() === name.toLowerCase());
    if (same) throw invalid({ name: ["You already have a surcharge with this name. Use another one."] });
    return ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(fuelRule).values({
            company_id: ctx.actor.company.id,
            name,
            region,
            base_mills,
            method,
            ...how,
            from_weekday,
            creator_user_id: ctx.actor.user?.id ?? null,
            created_at: ctx.now.toISOString(),
          }),
        ),
      ],
      { id: selectInsertedId(fuelRule) },
    );
  },
});

/** Initial values of a new surcharge: the region of the company's own state. */
export const getFuelRuleForm = procedure({
  name: "getFuelRuleForm",
  may: "settlement.create",
  input: z.strictObject({}),
  async run(ctx) {
    return { region: await readCompanyFuelRegion(ctx.read, ctx.actor.company.id) };
  },
});

const ruleId = { fuel_rule_id: z.number().int().positive() };

async function ownRule(ctx: Ctx<CompanyActor>, id: number): Promise<Row> {
  const [row] = await ctx.read
    .select()
    .from(fuelRule)
    .where(
      and(eq(fuelRule.id, id), eq(fuelRule.company_id, ctx.actor.company.id), eq(fuelRule.is_deleted, false)),
    );
  if (!row) throw notFound("We couldn't find that fuel surcharge.");
  return row;
}

/** Return one of the company's surcharges, with the number of rates on each of its jobs that use the surcharge. */
export const getFuelRule = procedure({
  name: "getFuelRule",
  may: "settlement.read",
  input: z.strictObject(ruleId),
  async run(ctx, { fuel_rule_id }) {
    const row = await ownRule(ctx, fuel_rule_id);
    const rates = await ctx.read
      .select({ job_id: sql<number>`j.id`, job: sql<string>`j.name`, n: sql<number>`count(*)` })
      .from(sql`job_haul_rate h JOIN job j ON j.id = h.job_id`)
      .where(sql`h.fuel_rule_id = ${row.id} AND j.request_user_company_id = ${ctx.actor.company.id}`)
      .groupBy(sql`j.id`)
      .orderBy(sql`j.name`);
    return { rule: row, words: formatFuelRule(row), rates };
  },
});

/** Stop offering a surcharge. Rates that use the surcharge stay unchanged, and so do loads already paid with it. */
export const stopFuelRule = procedure({
  name: "stopFuelRule",
  fresh: true,
  may: "settlement.delete",
  input: z.strictObject(ruleId),
  output: idOutput,
  async run(ctx, { fuel_rule_id: id }) {
    const row = await ownRule(ctx, id);
    return ctx.commit([updateWithVersion(ctx, fuelRule, row, { is_deleted: true })], { id });
  },
});
