import { z } from "zod";
import { answers, meta } from "./answers";

/** What the calls about a job answer (spec 1, section 7). */
const id = z.number().int();
const text = z.string().nullable();
const words = z.string();
const flag = z.boolean();
const place = z.number().nullable();
const version = id.describe("Send this plus one with an edit.");
const listOf = (name: string, item: z.ZodType) => z.strictObject({ [name]: z.array(item), meta });

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

const roles = {
  is_land_owner: flag,
  is_land_owner_authorizee: flag,
  is_land_manager: flag,
  is_cutter: flag,
  is_skidder: flag,
  is_hauler: flag,
};
const contracts = {
  cut_contract_name: text.describe("For the requester and that contractor; null to others."),
  skid_contract_name: text,
  haul_contract_name: text,
};
const keys = { product_type_id: id, wood_species_id: id.nullable(), wood_species_type_id: id.nullable() };
const jobProduct = z.strictObject({
  id,
  ...keys,
  wood_unit_type_id: id,
  product_type: words,
  wood_species: text,
  wood_species_type: text,
});
const destination = z.strictObject({
  id,
  company_destination_id: id.nullable(),
  company_location_id: id.nullable(),
  name: words,
  mileage: z.number().nullable(),
  mileage_is_estimate: flag,
  version,
  company_certification_ids: z.array(id),
  product_mixes: z.array(z.strictObject({ id, ...keys, wood_unit_type_id: id, is_accepted: flag })),
});
const rate = z.number().describe("Dollars, up to four decimals.");
const parties = { id, job_id: id, receiving_company_id: id, paying_company_id: id, rate, version };
const productRate = z.strictObject({
  ...parties,
  job_product_rate_type_id: id,
  paying_company_location_id: id.nullable(),
  ...keys,
  wood_unit_type_id: id,
});
const haulRate = z.strictObject({
  ...parties,
  job_destination_id: id,
  company_destination_id: id.nullable(),
  company_location_id: id.nullable(),
  per: words.describe("unit, load or mile"),
  wood_unit_type_id: id.nullable(),
});

export const jobRecord = z.strictObject({
  job,
  companies: z
    .array(z.strictObject({ company_id: id, name: words, ...roles, ...contracts, accepted_at: text }))
    .optional(),
  destinations: z.array(destination).optional(),
  products: z.array(jobProduct).optional(),
  product_rates: z.array(productRate).optional(),
  haul_rates: z.array(haulRate).optional(),
});
export const jobs = listOf("jobs", z.strictObject(searched));
export const { audits, comments, photos, changed } = answers;
export const made = z.strictObject({ id });
export const counted = z.strictObject({ id, count: id });
export const commented = z.strictObject({ id: id.describe("The job."), comment_id: id });
export const photographed = z.strictObject({ id: id.describe("The job."), photo_id: id });
export const filed = z.strictObject({ id: id.describe("The job."), file_id: id });
const creator = {
  creator_user: z.strictObject({ id, first_name: text, last_name: text }).nullable(),
  creator_key: text,
  creator_company: z.strictObject({ id, name: text }).nullable(),
};
export const files = listOf(
  "files",
  z.strictObject({
    id,
    file_name: words,
    file_url: words,
    content_type: words,
    bytes: id,
    is_plan_map: flag,
    created_at: words,
    version,
    ...creator,
  }),
);
export const tickets = answers.ticketList;
export const jobCompanies = listOf(
  "job_companies",
  z.strictObject({
    company_id: id,
    name: words,
    ...roles,
    ...contracts,
    accepted_at: text,
    version,
  }),
);
export const jobCrews = listOf("job_crews", z.strictObject({ company_id: id, id, name: words }));
export const haulers = listOf(
  "haulers",
  z.strictObject({ company_id: id, name: words, users: z.array(z.strictObject({ id, name: words })) }),
);
export const jobDestinations = listOf("job_destinations", destination);
export const jobProducts = listOf("job_products", jobProduct);
export const rates = z.strictObject({
  product_rates: z.array(productRate),
  haul_rates: z.array(haulRate),
  meta,
});
export const roads = listOf(
  "roads",
  z.strictObject({
    id,
    road_type_id: id,
    name: text,
    notes: text,
    geom: z.unknown().describe("GeoJSON LineString, or null."),
    created_at: words,
    version,
  }),
);
export const landings = listOf(
  "landings",
  z.strictObject({
    id,
    name: text,
    notes: text,
    created_at: words,
    version,
    landing_inventory: z.array(
      z.strictObject({
        id,
        landing_id: id,
        ...keys,
        estimated_volume_remaining: z.number().describe("What this row adds or takes away, in its unit."),
        wood_unit_type_id: id,
        cutter_company_id: id.nullable(),
        skidder_company_id: id.nullable(),
        is_adjustment: flag,
        adjusts_id: id.nullable(),
        trip_ticket_id: id.nullable(),
        is_deleted: flag,
        created_at: words,
        version,
        can_edit: z.strictObject({
          estimated_volume_remaining: flag,
          wood_unit_type_id: flag,
          cutter_company_id: flag,
          skidder_company_id: flag,
        }),
      }),
    ),
  }),
);
