import { z } from "zod";
import { productKeysShape } from "~/modules/jobs/rules/job-output";
import { outputId as id, listPagingOutput, outputVersion as version } from "~/web/output";

/** Rates of a job as returned by the API. */
const rate = z.number().describe("Dollars, up to four decimals.");
const day = z.string().describe("A day, YYYY-MM-DD, in the job's zone.");
const terms = {
  effective_on: day.describe("The first day on which it pays; 0001-01-01 if it has no first day."),
  ended_on: day.nullable().describe("The last day on which it pays; before effective_on where it never did."),
  quantity_basis: z.string().describe("scaled or estimated"),
  may_convert: z.boolean().describe("Whether a quantity in another unit is converted."),
  minimum_cents: z.number().int().nullable().describe("The least that a load pays, in cents."),
  log_rule: z.string().nullable(),
  payer_asked_at: z
    .string()
    .nullable()
    .describe(
      "When the company that is to pay was asked; the rate pays nothing until it agrees. Null once it counts.",
    ),
  shares: z
    .array(z.strictObject({ company_id: id, parts: z.number().int() }))
    .describe("How what it pays is split between several receivers; empty where one is paid."),
};
const parties = { id, job_id: id, receiving_company_id: id, paying_company_id: id, rate, ...terms, version };

export const productRateShape = z.strictObject({
  ...parties,
  job_product_rate_type_id: id,
  paying_company_location_id: id.nullable(),
  ...productKeysShape,
  wood_unit_type_id: id,
});

export const haulRateShape = z.strictObject({
  ...parties,
  job_destination_id: id,
  company_destination_id: id.nullable(),
  company_location_id: id.nullable(),
  per: z.string().describe("unit, load or mile"),
  wood_unit_type_id: id.nullable(),
  fuel_rule_id: id.nullable(),
  fuel: z.string().nullable().describe("The surcharge for diesel that comes with it, in words."),
});

/** Convert a stored rate to the form returned by the API. */
export const toRateOutput = <T extends { rate: number; consent_requested_at: string | null }>({
  consent_requested_at: payer_asked_at,
  ...row
}: T) => ({ ...row, rate: row.rate / 10_000, payer_asked_at });

export const ratesOutput = z.strictObject({
  product_rates: z.array(productRateShape),
  haul_rates: z.array(haulRateShape),
  meta: listPagingOutput,
});
