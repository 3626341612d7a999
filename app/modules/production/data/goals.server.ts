import { and, asc, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { company, companyLocation, job, productionGoal, productType } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import { isValidDay } from "~/lib/time/date-range";
import { isUnit } from "~/lib/units/measures";
import { visibleGoalsQuery } from "~/modules/jobs/shared/goals.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput, outputId } from "~/web/output";
import { type Ctx, procedure, type ReadCtx } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { isUnchanged, requireVersion, updateWithVersion } from "~/web/revise.server";
import { parseGoalAmount } from "../rules/goals";

const g = productionGoal;
const idInput = (words: string) => z.number(words).int().positive();
const day = (words: string) => createTextSchema(10, words, words).refine(isValidDay, words);
const AMOUNT = "Type how much, like 60 or 1,200.";

const goalShape = {
  job_id: idInput("Choose a job.").optional(),
  company_location_id: idInput("Choose one of your yards.").optional(),
  product_type_id: idInput("Choose a product.").nullable().optional(),
  hauler_company_id: idInput("Choose a hauler.").nullable().optional(),
  grain: z.enum(["week", "month"], "Choose a week or a month."),
  wood_unit_type_id: z
    .number("Choose what is counted.")
    .int()
    .refine((unit) => unit === 0 || isUnit(unit), "Choose what is counted.")
    .default(0)
    .describe("0 counts loads; 1 is MBF, 2 tons, 3 cords."),
  amount: z.union([createTextSchema(20, AMOUNT, AMOUNT), z.number()], AMOUNT),
  starts_on: day("Choose the first day."),
  ends_on: day("Choose the last day.").nullable().optional(),
};
export const goalInput = z.strictObject(goalShape);
type GoalInput = z.output<typeof goalInput>;

/** SQL condition for goals that a company may read. */
export const visibleGoalsCondition = (me: number | Placeholder): SQL =>
  sql`(${g.is_deleted} = 0 AND ${g.id} IN (${visibleGoalsQuery(sql`${me}`)}))`;

/** SQL condition for jobs that the acting company requests or manages, and for which it sets goals. */
const planned = (actor: CompanyActor): SQL => {
  const me = actor.company.id;
  return sql`${job.is_deleted} = 0 AND ${job.is_sample} = 0 AND ${job.id} IN (SELECT j.id FROM job j WHERE j.request_user_company_id = ${me}
    UNION ALL SELECT p.job_id FROM job_party p WHERE p.company_id = ${me} AND p.is_land_manager = 1)`;
};

/** SQL condition for yards of the acting company, if it is a mill and so sets the goals there. */
const yards = (actor: CompanyActor): SQL =>
  sql`${companyLocation.is_deleted} = 0 AND ${companyLocation.company_id} = ${actor.company.roles.is_mill ? actor.company.id : 0}`;

/** Select the haulers that a goal may name: those on the job, or on jobs whose wood goes to the yard. */
const haulersOf = (subject: { job_id?: number | null; company_location_id?: number | null }): SQL =>
  sql`SELECT p.company_id FROM job_party p WHERE p.is_hauler = 1 AND p.job_id IN (SELECT ${subject.job_id ?? 0}
    UNION ALL SELECT d.job_id FROM job_destination d WHERE d.company_location_id = ${subject.company_location_id ?? 0} AND d.removed_at IS NULL)`;

/** Return the choices for a goal's form. */
export const getGoalForm = procedure({
  name: "getGoalForm",
  may: "job.update",
  input: z.strictObject({}),
  async run(ctx) {
    const [jobs, places, products] = await Promise.all([
      ctx.read
        .select({ id: job.id, name: job.name })
        .from(job)
        .where(planned(ctx.actor))
        .orderBy(asc(job.name))
        .limit(500),
      ctx.read
        .select({ id: companyLocation.id, name: companyLocation.name })
        .from(companyLocation)
        .where(yards(ctx.actor))
        .orderBy(asc(companyLocation.name)),
      ctx.read
        .select({ id: productType.id, name: productType.name })
        .from(productType)
        .orderBy(asc(productType.id)),
    ]);
    const ids = JSON.stringify(jobs.map(({ id }) => id));
    const places_ids = JSON.stringify(places.map(({ id }) => id));
    const haulers = await ctx.read
      .selectDistinct({ id: company.id, name: company.name })
      .from(company)
      .where(
        sql`${company.id} IN (SELECT p.company_id FROM job_party p WHERE p.is_hauler = 1 AND p.job_id IN (SELECT value FROM json_each(${ids})
          UNION ALL SELECT d.job_id FROM json_each(${places_ids}) y CROSS JOIN job_destination d ON d.company_location_id = y.value))`,
      )
      .orderBy(asc(company.name));
    return { jobs, places, products, haulers };
  },
});

/** Return the goal as it will be stored; refuse a goal for anything that the company may not plan. */
async function checked(ctx: ReadCtx, input: GoalInput) {
  const { job_id, company_location_id } = input;
  if ((job_id === undefined) === (company_location_id === undefined))
    throw invalid({ job_id: ["Choose a job or one of your yards."] });
  if (input.ends_on && input.ends_on < input.starts_on)
    throw invalid({ ends_on: ["The last day is before the first."] });
  const amount = amountOf(input);
  const subject = job_id
    ? await ctx.read
        .select({ id: job.id })
        .from(job)
        .where(and(eq(job.id, job_id), planned(ctx.actor)))
    : await ctx.read
        .select({ id: companyLocation.id })
        .from(companyLocation)
        .where(and(eq(companyLocation.id, company_location_id ?? 0), yards(ctx.actor)));
  if (subject.length === 0)
    throw invalid(
      job_id
        ? { job_id: ["Choose a job that you run."] }
        : { company_location_id: ["Choose one of your yards."] },
    );
  const hauler = input.hauler_company_id ?? null;
  if (hauler !== null) {
    const known = ctx.read.select({ id: company.id }).from(company);
    const results = await known.where(
      sql`${company.id} = ${hauler} AND ${company.id} IN (${haulersOf(input)})`,
    );
    if (results.length === 0) throw invalid({ hauler_company_id: ["This company doesn't haul there."] });
  }
  const product = input.product_type_id ?? null;
  if (product !== null) {
    const known = await ctx.read
      .select({ id: productType.id })
      .from(productType)
      .where(eq(productType.id, product));
    if (known.length === 0) throw invalid({ product_type_id: ["Choose a product."] });
  }
  return {
    job_id: job_id ?? null,
    company_location_id: company_location_id ?? null,
    product_type_id: product,
    hauler_company_id: hauler,
    grain: input.grain,
    wood_unit_type_id: input.wood_unit_type_id || null,
    amount,
    starts_on: input.starts_on,
    ends_on: input.ends_on ?? null,
  };
}

/** Return the goal's amount: a number of loads, or a volume in thousandths of its unit. */
function amountOf({ amount, wood_unit_type_id }: GoalInput): number {
  const value = parseGoalAmount(amount, wood_unit_type_id !== 0);
  if (value === null)
    throw invalid({ amount: [wood_unit_type_id ? AMOUNT : "Type a whole number of loads, like 60."] });
  return value;
}

/** Create a weekly or monthly goal for a job or a yard. */
export const createGoal = procedure({
  name: "createGoal",
  may: "job.update",
  input: goalInput,
  output: idOutput,
  async run(ctx, input) {
    const values = await checked(ctx, input);
    return ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(g).values({
            ...values,
            company_id: ctx.actor.company.id,
            creator_user_id: ctx.actor.user?.id ?? null,
            created_at: ctx.now.toISOString(),
          }),
        ),
      ],
      { id: selectInsertedId(g) },
    );
  },
});

const own = (ctx: Ctx<CompanyActor>, id: number) =>
  and(eq(g.id, id), eq(g.company_id, ctx.actor.company.id), eq(g.is_deleted, false));

async function ownGoal(ctx: Ctx<CompanyActor>, id: number) {
  const [row] = await ctx.read.select().from(g).where(own(ctx, id));
  if (!row) throw notFound("We couldn't find that goal.");
  return row;
}

const production_goal_id = z.number().int();
const version = z.number("Reload the page, then save.").int().min(1).max(1_000_000_000);

/** Return a goal for its form, or for the page that confirms deleting it. */
export const getGoal = procedure({
  name: "getGoal",
  may: "job.update",
  input: z.strictObject({ production_goal_id }),
  async run(ctx, input) {
    const goal = await ownGoal(ctx, input.production_goal_id);
    const [named] = await ctx.read
      .select({ name: sql<string>`coalesce(${job.name}, ${companyLocation.name})` })
      .from(g)
      .leftJoin(job, eq(job.id, g.job_id))
      .leftJoin(companyLocation, eq(companyLocation.id, g.company_location_id))
      .where(eq(g.id, goal.id));
    return { ...goal, name: named?.name ?? "" };
  },
});

/** Change a goal; past weeks are then also compared with the changed goal. */
export const updateGoal = procedure({
  name: "updateGoal",
  may: "job.update",
  input: goalInput.extend({ production_goal_id, version }),
  output: idOutput,
  async run(ctx, { production_goal_id: id, version: sent, ...input }) {
    const row = await ownGoal(ctx, id);
    requireVersion(row, sent, { ...row, id: row.id });
    const values = await checked(ctx, input);
    if (isUnchanged(row, values)) return ctx.commit([], { id });
    return ctx.commit([updateWithVersion(ctx, g, row, values, own(ctx, id))], { id });
  },
});

/** Delete a goal. */
export const deleteGoal = procedure({
  name: "deleteGoal",
  may: "job.update",
  input: z.strictObject({ production_goal_id, version }),
  output: z.strictObject({ id: outputId }),
  async run(ctx, { production_goal_id: id, version: sent }) {
    const row = await ownGoal(ctx, id);
    requireVersion(row, sent, { ...row });
    return ctx.commit([updateWithVersion(ctx, g, row, { is_deleted: true }, own(ctx, id))], { id });
  },
});
