import { and, eq, ne, or, type SQL, sql } from "drizzle-orm";
import { type RowId, selectInsertedId } from "#db/inserted-id";
import { jobHaulRate, jobProductRate, rateShare } from "#db/schema";
import { formatDay } from "~/lib/time/time";
import { EARLIEST_DAY } from "~/modules/settlements/rules/rate-days";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import type { Shares } from "../rules/rate-terms";
import type { RateTerms } from "../rules/rates";
import { ratePaidLoadCondition } from "../shared/rate-steps.server";

export type RateTable = typeof jobProductRate | typeof jobHaulRate;

/** Check whether a rate has paid a load: it can then only be ended or followed by another rate. */
export async function isRateUsed(ctx: Pick<Ctx, "read">, table: RateTable, id: number): Promise<boolean> {
  const [row] = await ctx.read
    .select({ used: ratePaidLoadCondition(table) })
    .from(table)
    .where(eq(table.id, id));
  return Boolean(row?.used);
}

/** Columns that identify a price: its subject, payer and payee. */
const KEYS = [
  "job_product_rate_type_id",
  "job_destination_id",
  "paying_company_id",
  "receiving_company_id",
  "paying_company_location_id",
  "product_type_id",
  "wood_species_id",
  "wood_species_type_id",
] as const;
/** Form fields that show the error if the company or product was changed. */
const FIELD_OF: Partial<Record<(typeof KEYS)[number], string>> = {
  product_type_id: "product",
  wood_species_id: "product",
  wood_species_type_id: "product",
};

type Values = RateTerms & { rate: number; shares: Shares; [column: string]: unknown };
const WHOLE = ["rate", "per", "wood_unit_type_id"] as const;
const COUNTS = ["quantity_basis", "may_convert", "minimum_cents", "log_rule", "fuel_rule_id"] as const;
const split = (shares: Shares) => [...shares.map((s) => `${s.company_id}:${s.parts}`)].sort().join();

/**
 * Return how an edit changes a rate that has paid loads. If only its last day differs, the rate ends. Any other edit
 * needs a start day and becomes a new rate that follows. Another company or subject is refused: that needs a separate
 * rate.
 */
export function getUsedRateChange(row: Values, next: Values): "ended" | "follows" {
  for (const key of KEYS)
    if ((row[key] ?? null) !== (next[key] ?? null))
      throw invalid({ [FIELD_OF[key] ?? key]: ["This rate has paid loads. Add another rate for this."] });
  const isSame =
    [...WHOLE, ...COUNTS].every((key) => (row[key] ?? null) === (next[key] ?? null)) &&
    split(row.shares) === split(next.shares);
  const isNewDay = next.effective_on !== row.effective_on && next.effective_on !== EARLIEST_DAY;
  if (isSame && !isNewDay) return "ended";
  if (!isNewDay) throw invalid({ effective_on: ["This rate has paid loads. When does the new one start?"] });
  if (next.effective_on < row.effective_on)
    throw invalid({ effective_on: [`Choose a day after ${formatDay(row.effective_on)}`] });
  return "follows";
}

/** Columns of either rate table with the companies of a rate and its subject. */
export type RateIdentity = {
  paying_company_id: number;
  receiving_company_id: number;
  effective_on: string;
  ended_on: string | null;
  job_product_rate_type_id?: number;
  paying_company_location_id?: number | null;
  product_type_id?: number;
  wood_species_id?: number | null;
  wood_species_type_id?: number | null;
  job_destination_id?: number;
};

/** Refuse a second price with the same companies, subject and start day; `except` is the id of the rate being saved. */
export async function requireUnusedStartDay(
  ctx: Pick<Ctx, "read">,
  table: RateTable,
  v: RateIdentity & { job_id: number },
  except = 0,
) {
  if (v.ended_on !== null && v.ended_on < v.effective_on) return;
  const own: SQL | undefined =
    table === jobProductRate
      ? and(
          eq(jobProductRate.job_product_rate_type_id, v.job_product_rate_type_id ?? 0),
          sql`${jobProductRate.paying_company_location_id} IS ${v.paying_company_location_id ?? null}`,
          eq(jobProductRate.product_type_id, v.product_type_id ?? 0),
          sql`${jobProductRate.wood_species_id} IS ${v.wood_species_id ?? null}`,
          sql`${jobProductRate.wood_species_type_id} IS ${v.wood_species_type_id ?? null}`,
        )
      : eq(jobHaulRate.job_destination_id, v.job_destination_id ?? 0);
  const [there] = await ctx.read
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.job_id, v.job_id),
        eq(table.paying_company_id, v.paying_company_id),
        eq(table.receiving_company_id, v.receiving_company_id),
        eq(table.effective_on, v.effective_on),
        or(sql`${table.ended_on} IS NULL`, sql`${table.ended_on} >= ${table.effective_on}`),
        ne(table.id, except),
        own,
      ),
    )
    .limit(1);
  if (there) throw invalid({ effective_on: [sameDay(v.effective_on)] });
}

const sameDay = (day: string) =>
  day === EARLIEST_DAY
    ? "There's already a rate for this. Choose the day the new one starts, or edit that one."
    : `There's already a rate for this from ${formatDay(day)}. Choose another day, or edit that one.`;

const tableName = (table: RateTable) => (table === jobProductRate ? "product" : "haul");

/** Database steps that replace a rate's split between receivers. */
export const buildReplaceSharesSteps = (
  ctx: Pick<Ctx, "write">,
  table: RateTable,
  rate_id: RowId,
  shares: Shares,
): Step[] => [
  allowAnyRows(
    ctx.write
      .delete(rateShare)
      .where(and(eq(rateShare.rate_table, tableName(table)), eq(rateShare.rate_id, rate_id))),
  ),
  ...shares.map((share) =>
    expectOneRow(ctx.write.insert(rateShare).values({ rate_table: tableName(table), rate_id, ...share })),
  ),
];

/** Database steps that save the split of a rate added in the same commit. */
export const buildAddSharesSteps = (ctx: Pick<Ctx, "write">, table: RateTable, shares: Shares): Step[] =>
  shares.length ? buildReplaceSharesSteps(ctx, table, selectInsertedId(table), shares) : [];
