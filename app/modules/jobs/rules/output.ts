import { z } from "zod";
import { haulRateShape, productRateShape } from "~/modules/rates/rules/output";
import { outputId as id, listOutput, outputVersion as version } from "~/web/output";
import { contractNamesShape, jobDestinationShape, jobRolesShape, productKeysShape } from "./job-output";

/** Schemas of responses about a job. */
const text = z.string().nullable();
const words = z.string();
const flag = z.boolean();
const place = z.number().nullable();

const searched = {
  id,
  name: words,
  contract_number: text,
  start_date: words,
  end_date: text,
  job_status_id: id,
  request_user_company_id: id,
  us_county: text,
  township: text,
  range: text,
  section: text,
  latitude: place,
  longitude: place,
  version,
};

const job = z
  .strictObject({
    ...searched,
    country_id: id.nullable(),
    us_state_id: id.nullable(),
    us_county_id: id.nullable(),
    plss_meridian_code: text,
    geom: z.unknown().describe("GeoJSON MultiPolygon, or null."),
    has_plan_map: flag,
    job_map: text.describe("Where the plan map, a PDF, is read."),
    creator_user: z.strictObject({ id, first_name: text, last_name: text }).nullable(),
    is_deleted: flag,
    harvest_notification_number: text,
    log_brand: text,
    is_pending: flag.describe("The caller's company is invited and has not answered."),
    my_version: version
      .nullable()
      .describe(
        "The version of the caller's place on the job. It rises with its contract and rates; accept with one above it.",
      ),
  })
  .meta({
    id: "Job",
    description: "A job. A company that only receives its wood sees its number and dates.",
  });

const jobProduct = z.strictObject({
  id,
  ...productKeysShape,
  wood_unit_type_id: id,
  product_type: words,
  wood_species: text,
  wood_species_type: text,
  own_name: text.describe("What the company whose job it is calls it."),
});

export const jobRecordOutput = z.strictObject({
  job,
  companies: z
    .array(
      z.strictObject({
        company_id: id,
        name: words,
        ...jobRolesShape,
        ...contractNamesShape,
        accepted_at: text,
      }),
    )
    .optional(),
  destinations: z.array(jobDestinationShape).optional(),
  products: z.array(jobProduct).optional(),
  product_rates: z.array(productRateShape).optional(),
  haul_rates: z.array(haulRateShape).optional(),
});
export const jobsOutput = listOutput("jobs", z.strictObject(searched));
export const jobProductsOutput = listOutput("job_products", jobProduct);
