import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { fuelPrice, usState } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import { shiftDay } from "~/lib/time/date-range";
import { formatDate, getDay } from "~/lib/time/time";
import { buildRepriceJobSteps } from "~/modules/settlements/shared/reprice.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow, expectTrue } from "~/web/commit.server";
import { listOutput, outputId } from "~/web/output";
import { getRowLimit, pagingParams } from "~/web/paging";
import { type Ctx, procedure, type ReadCtx } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import {
  formatFuelChange,
  formatFuelPrice,
  getWeekProblem,
  isLargePriceChange,
  isPossiblePrice,
  parseFuelPrice,
} from "../rules/price";
import { FUEL_REGION_CODES, FUEL_REGIONS, type FuelRegion, getFuelRegion } from "../rules/regions";
import { readCompanyFuelRegion, readFuelWeeks } from "../shared/fuel-prices.server";

const region = z.enum(FUEL_REGION_CODES, "Choose a region.");
const mills = z.number().int().describe("Thousandths of a dollar for a gallon.");

const weekOutput = z.strictObject({
  id: outputId,
  region: z.string().describe("EIA's code of the region: R20 is the Midwest."),
  region_name: z.string(),
  week_on: z.string().describe("The Monday of the week."),
  price_mills: mills,
  change_mills: mills.nullable().describe("Against the week before; null where nothing is known of it."),
  source: z.enum(["typed", "eia", "demo"]),
  is_own: z.boolean().describe("Typed by the company: counts for it instead of the published one."),
  typed_by: z.string().nullable(),
  corrected_from_mills: mills.nullable().describe("What it was before it was corrected."),
});

/** Weeks of a region with a known price, newest first. */
async function weeksKnown(ctx: ReadCtx, region: FuelRegion, page: { take: number; skip: number }) {
  const of = sql`(SELECT week_on FROM fuel_price WHERE company_id IS NULL AND region = ${region}
    UNION SELECT week_on FROM fuel_price WHERE company_id = ${ctx.actor.company.id} AND region = ${region})`;
  const [total] = await ctx.read.select({ n: sql<number>`count(*)` }).from(of);
  const weeks = await ctx.read
    .select({ week_on: sql<string>`week_on` })
    .from(of)
    .orderBy(sql`week_on DESC`)
    .limit(getRowLimit(page.take))
    .offset(page.skip);
  return { total: total?.n ?? 0, weeks: weeks.map(({ week_on }) => week_on) };
}

/** Return the requested region: given by its code or by a state, or else the region of the company's own state. */
async function regionAsked(ctx: ReadCtx, query: { region?: FuelRegion; us_state_id?: number }) {
  if (query.region) return query.region;
  if (query.us_state_id === undefined) return readCompanyFuelRegion(ctx.read, ctx.actor.company.id);
  const states = ctx.read.select({ letters: usState.stusps }).from(usState);
  const [state] = await states.where(eq(usState.id, query.us_state_id));
  if (!state) throw invalid({ us_state_id: ["This state isn't known."] });
  return getFuelRegion(state.letters);
}

/** Diesel prices of a region by week: the company's own price if it entered one, else the public one. */
export const listFuelPrices = procedure({
  name: "listFuelPrices",
  may: "settlement.read",
  input: z.strictObject({
    ...pagingParams,
    region: region.optional(),
    us_state_id: z.coerce.number().int().positive().optional(),
  }),
  output: listOutput("fuel_prices", weekOutput),
  async run(ctx, { take, skip, ...asked }) {
    const code = await regionAsked(ctx, asked);
    const { total, weeks } = await weeksKnown(ctx, code, { take, skip });
    const [through = "", from = ""] = [weeks[0], weeks.at(-1)];
    const known = weeks.length
      ? await readFuelWeeks(ctx.read, {
          company: ctx.actor.company.id,
          region: code,
          from: shiftDay(from, -7),
          through,
        })
      : [];
    const priceOf = new Map(known.map((week) => [week.week_on, week.price_mills]));
    const fuel_prices = known
      .filter(({ week_on }) => week_on >= from)
      .map(({ revision: _revision, ...week }) => {
        const before = priceOf.get(shiftDay(week.week_on, -7));
        return {
          ...week,
          region: code,
          region_name: FUEL_REGIONS[code],
          change_mills: before === undefined ? null : week.price_mills - before,
        };
      });
    return { fuel_prices, meta: { total, skip, take } };
  },
});

const PRICE_WORDS = "Type dollars for a gallon like 3.912, between 1 and 15.";

/**
 * Add a price that the company types. It replaces the public price for what the company pays, and for what payers
 * without users pay by the company's rules; it never changes the amount that another company owes. A correction is
 * added as another row and must be confirmed, as must a price far from the week before.
 */
export const addFuelPrice = procedure({
  name: "addFuelPrice",
  may: "settlement.create",
  input: z.strictObject({
    region,
    week_on: createTextSchema(10, "Choose a Monday.", "Choose a Monday."),
    price: z
      .union([createTextSchema(20, PRICE_WORDS, PRICE_WORDS), z.number()], PRICE_WORDS)
      .refine((typed) => isPossiblePrice(parseFuelPrice(typed) ?? 0), PRICE_WORDS)
      .describe("Dollars for a gallon, with three decimals at most."),
    again: z
      .boolean()
      .default(false)
      .describe("Send true to correct a price, or to keep one far from last week's."),
  }),
  output: z.strictObject({ id: outputId, region }),
  async run(ctx, input) {
    const problem = getWeekProblem(input.week_on, getDay(ctx.now, ctx.actor.zone));
    if (problem) throw invalid({ week_on: [problem] });
    const price_mills = parseFuelPrice(input.price) ?? 0;
    const { here, before } = await standing(ctx, input);
    const own = here?.is_own ? here : null;
    if (own?.price_mills === price_mills) throw invalid({ price: ["This week already has this price."] });
    if (!input.again) ask({ price_mills, own: own?.price_mills ?? null, before });
    const revision = (own?.revision ?? 0) + 1;
    const me = ctx.actor.company.id;
    const jobs = await surchargedJobs(ctx, input.region, input.week_on);
    return ctx.commit(
      [
        expectTrue(
          sql`SELECT coalesce(max(revision), 0) + 1 = cast(${revision} as integer) FROM fuel_price
            WHERE company_id = ${me} AND region = ${input.region} AND week_on = ${input.week_on}`,
        ),
        expectOneRow(
          ctx.write.insert(fuelPrice).values({
            company_id: me,
            region: input.region,
            week_on: input.week_on,
            price_mills,
            source: "typed",
            revision,
            creator_user_id: ctx.actor.user?.id ?? null,
            created_at: ctx.now.toISOString(),
          }),
        ),
        // Loads of these jobs wait for this price, or were paid by the price that this one corrects. A trigger marks
        // such loads for repricing.
        ...jobs.flatMap((id) => buildRepriceJobSteps(id)),
      ],
      { id: selectInsertedId(fuelPrice), region: input.region },
    );
  },
});

/**
 * Find jobs whose hauling has a surcharge in this region that the company pays, or the company's own surcharge, with
 * loads on days to which the week may apply.
 */
async function surchargedJobs(
  ctx: Ctx<CompanyActor>,
  region: FuelRegion,
  week_on: string,
): Promise<number[]> {
  const rows = await ctx.read
    .selectDistinct({ id: sql<number>`h.job_id` })
    .from(sql`fuel_rule r CROSS JOIN job_haul_rate h`)
    .where(
      sql`r.region = ${region} AND h.fuel_rule_id = r.id
        AND (r.company_id = ${ctx.actor.company.id} OR h.paying_company_id = ${ctx.actor.company.id})
        AND EXISTS (SELECT 1 FROM amount_owed c
          WHERE c.paying_company_id = h.paying_company_id AND c.status_type_id IN (1, 2, 3)
            AND c.earned_on BETWEEN ${week_on} AND ${shiftDay(week_on, 13)} AND +c.job_id = h.job_id)`,
    );
  return rows.map(({ id }) => id);
}

/** Return the known price of a week and the price of the week before. */
async function standing(
  ctx: Ctx<CompanyActor>,
  { region, week_on }: { region: FuelRegion; week_on: string },
) {
  const from = shiftDay(week_on, -7);
  const company = ctx.actor.company.id;
  const weeks = await readFuelWeeks(ctx.read, { company, region, from, through: week_on });
  const of = (day: string) => weeks.find((week) => week.week_on === day);
  return { here: of(week_on), before: of(from) };
}

type Weighed = {
  price_mills: number;
  own: number | null;
  before: { week_on: string; price_mills: number } | undefined;
};

/** Ask for confirmation if the price is likely a mistake. */
function ask({ price_mills, own, before }: Weighed) {
  if (own !== null)
    throw invalid({ again: [`This week has ${formatFuelPrice(own)}. Check the box to correct it.`] });
  if (before && isLargePriceChange(price_mills, before.price_mills))
    throw invalid({
      again: [
        `That is ${formatFuelChange(price_mills, before.price_mills)} than in the week of ${formatDate(before.week_on)} (${formatFuelPrice(before.price_mills)}). Check the box if it is right.`,
      ],
    });
}
