import { z } from "zod";
import { createMoneySchema, parseMoney } from "~/lib/money/money";
import { LOG_RULES } from "~/lib/units/log-rules";
import { dayField } from "~/modules/jobs/rules/job-fields";
import { EARLIEST_DAY } from "~/modules/settlements/rules/rate-days";
import { invalid } from "~/web/refusal";
import { QUANTITY_BASES, type RateTerms } from "./rates";

/** $10,000,000. */
const MAX_CENTS = 1_000_000_000;
const NOT_A_DAY = "Choose a day like 2026-11-03";
const MAX_SHARES = 8;
/**
 * Input fields for the period in which a rate applies and for its calculation. An omitted field keeps its saved value;
 * null sets the default.
 */
export const rateTermsFields = {
  effective_on: dayField(NOT_A_DAY).nullable().optional(),
  ended_on: dayField(NOT_A_DAY).nullable().optional(),
  quantity_basis: z.enum(QUANTITY_BASES, "Choose what is paid").nullable().optional(),
  may_convert: z.boolean().nullable().optional(),
  /** Minimum in dollars, as typed; API callers may send cents instead. */
  minimum: createMoneySchema().nullable().optional(),
  minimum_cents: z.number().int().min(1).max(MAX_CENTS).nullable().optional(),
  log_rule: z
    .enum(
      LOG_RULES.map((r) => r.value),
      "Choose a log rule",
    )
    .nullable()
    .optional(),
  /** Receivers of a split rate, each with its part of the whole. */
  shares: z
    .array(
      z.strictObject({
        company_id: z.number("Choose a company").int().optional(),
        parts: z.number("Type a whole number").int().min(1, "Type a whole number").max(1_000_000).optional(),
      }),
    )
    .max(MAX_SHARES, `Use at most ${MAX_SHARES} receivers`)
    .optional(),
};
type TermsInput = z.output<z.ZodObject<typeof rateTermsFields>>;
export type Shares = { company_id: number; parts: number }[];

/** Return the minimum pay of a load, typed in dollars or sent in cents: null for no minimum, undefined if omitted. */
function minimumOf({ minimum, minimum_cents }: TermsInput): number | null | undefined {
  if (minimum === undefined) return minimum_cents;
  const cents = minimum === null ? null : parseMoney(minimum);
  return cents === 0 ? null : cents;
}

/** Return the terms of a rate after an edit. */
export function toRateTerms(input: TermsInput, saved: RateTerms | null): RateTerms {
  const { effective_on, ended_on, quantity_basis, may_convert, log_rule } = input;
  const minimum = minimumOf(input);
  if (minimum !== undefined && minimum !== null && minimum > MAX_CENTS)
    throw invalid({ minimum: ["Type an amount like 260.00, or leave it empty."] });
  const stays = <T>(input: T | undefined, was: T | undefined, usual: T) =>
    input === undefined ? (was ?? usual) : input;
  const values = {
    effective_on: stays(effective_on, saved?.effective_on, null) ?? EARLIEST_DAY,
    ended_on: stays(ended_on, saved?.ended_on, null),
    quantity_basis: stays(quantity_basis, saved?.quantity_basis, null) ?? "scaled",
    may_convert: stays(may_convert, saved?.may_convert, null) ?? false,
    minimum_cents: stays(minimum, saved?.minimum_cents, null),
    log_rule: stays<string | null>(log_rule, saved?.log_rule, null),
  };
  if (
    values.ended_on !== null &&
    values.effective_on !== EARLIEST_DAY &&
    values.ended_on < values.effective_on
  )
    throw invalid({ ended_on: ["The last day can't be before the first"] });
  return values;
}

/** Return the split as sent, or the saved split if omitted. With an empty list the rate isn't split. */
export function toShares(
  input: { shares?: TermsInput["shares"]; receiving_company_id: number; paying_company_id: number },
  companies: readonly { value: number }[],
  saved: Shares,
): Shares {
  if (input.shares === undefined) return saved;
  const shares: Shares = [];
  for (const [i, { company_id, parts }] of input.shares.entries()) {
    if (company_id === undefined && parts === undefined) continue;
    if (company_id === undefined) throw invalid({ [`shares[${i}].company_id`]: ["Choose a company"] });
    if (parts === undefined) throw invalid({ [`shares[${i}].parts`]: ["Type a share, like 1"] });
    const isOdd = company_id === input.paying_company_id || shares.some((s) => s.company_id === company_id);
    if (isOdd || !companies.some((c) => c.value === company_id))
      throw invalid({ [`shares[${i}].company_id`]: ["Choose another company on the job"] });
    shares.push({ company_id, parts });
  }
  if (shares.length === 1)
    throw invalid({ "shares[1].company_id": ["Give shares to at least two companies"] });
  if (shares.length && !shares.some((s) => s.company_id === input.receiving_company_id))
    throw invalid({ receiving_company_id: ["Choose one of the companies it's split between"] });
  return shares;
}
