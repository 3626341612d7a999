import { z } from "zod";
import { parseGeometry } from "~/lib/geo/location";
import { createRateSchema, parseRate } from "~/lib/money/money";
import { typedKeys } from "~/lib/object/records";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { LOG_RULES } from "~/lib/units/log-rules";
import { QUANTITY_BASES } from "~/modules/rates/rules/rates";
import { type Draft, readDraft } from "./draft";
import { DRAFT_HAUL_BASES } from "./words";

/** Rates are stored in 1/100 cent. */
const RATE_UNITS = 10_000;

/** Strict schema of a whole job sent by an API client; rates are in dollars, "4.25" or 4.25. */
const id = z.number().int().positive();
const day = (what: string) => z.iso.date(`${what} must be a date like 2026-11-21`);
const words = (most: number) =>
  z.string().trim().max(most, `Use at most ${most} characters`).nullable().optional();
const flag = z.boolean().optional();
const unit = z.number().int().min(1).max(3);
const product = {
  product_type_id: id,
  wood_species_id: id.nullable().optional(),
  wood_species_type_id: id.nullable().optional(),
};
const place = {
  company_destination_id: id.nullable().optional(),
  company_location_id: id.nullable().optional(),
};
const onePlace = (p: { company_destination_id?: number | null; company_location_id?: number | null }) =>
  (p.company_destination_id == null) !== (p.company_location_id == null);
const ONE_PLACE = "Give a company_destination_id or a company_location_id";

const companyEntry = z.strictObject({
  company_id: id,
  cut_contract_name: words(120),
  skid_contract_name: words(120),
  haul_contract_name: words(120),
  is_land_owner: flag,
  is_land_owner_authorizee: flag,
  is_land_manager: flag,
  is_cutter: flag,
  is_skidder: flag,
  is_hauler: flag,
});
/** Terms of a rate other than its price; a new job's rates apply from its first load. */
const terms = {
  minimum_cents: z.number().int().min(1).max(1_000_000_000).nullable().optional(),
  quantity_basis: z.enum(QUANTITY_BASES).optional(),
  may_convert: flag,
  log_rule: z
    .enum(LOG_RULES.map((r) => r.value))
    .nullable()
    .optional(),
  shares: z
    .array(z.strictObject({ company_id: id, parts: z.number().int().min(1).max(1_000_000) }))
    .max(8)
    .optional(),
};
const productRates = z
  .array(
    z.strictObject({
      job_product_rate_type_id: z.number().int().min(1).max(4),
      receiving_company_id: id,
      paying_company_id: id,
      paying_company_location_id: id.nullable().optional(),
      ...product,
      wood_unit_type_id: unit.optional(),
      rate: createRateSchema(),
      ...terms,
    }),
  )
  .max(600)
  .optional();
const haulRates = z
  .array(
    z
      .strictObject({
        receiving_company_id: id,
        paying_company_id: id,
        ...place,
        per: z.enum(DRAFT_HAUL_BASES),
        wood_unit_type_id: unit.nullable().optional(),
        rate: createRateSchema(),
        ...terms,
        fuel_rule_id: id.nullable().optional().describe("One of the company's surcharges for diesel."),
      })
      .refine(onePlace, ONE_PLACE),
  )
  .max(400)
  .optional();

/** Lists of companies by one role, which the API takes in addition to `companies`, each with its role. */
const ROLE_LISTS = {
  land_manager_companies: "is_land_manager",
  cutter_companies: "is_cutter",
  skidder_companies: "is_skidder",
  hauler_companies: "is_hauler",
} as const;
const otherNames = {
  land_owner_company: companyEntry.nullable().optional(),
  land_manager_companies: z.array(companyEntry).max(100).optional(),
  cutter_companies: z.array(companyEntry).max(100).optional(),
  skidder_companies: z.array(companyEntry).max(100).optional(),
  hauler_companies: z.array(companyEntry).max(100).optional(),
  job_product_rates: productRates.describe("Another name of product_rates."),
  job_destination_haul_rates: haulRates.describe("Another name of haul_rates."),
};

export const apiDraftInput = z.strictObject({
  ...otherNames,
  /** The United States is the only country so far. */
  country_id: z.literal(1, "The country must be 1, the United States").optional(),
  name: z.string("Name is required").trim().min(1, "Name is required").max(120, "Use at most 120 characters"),
  contract_number: words(60),
  us_state_id: z.number("State is required").int().min(1, "State is required"),
  us_county_id: z.number("County is required").int().min(1, "County is required"),
  plss_meridian_code: z.string().max(4).nullable().optional(),
  township: words(60),
  range: words(60),
  section: words(60),
  start_date: day("The start"),
  end_date: day("The end").nullable().optional(),
  latitude: z.number().min(-90).max(90).nullable().optional(),
  longitude: z.number().min(-180).max(180).nullable().optional(),
  /** GeoJSON, WGS 84. */
  geom: z
    .strictObject({
      type: z.enum(["Polygon", "MultiPolygon"], "geom must be a Polygon or a MultiPolygon"),
      coordinates: z.array(z.unknown()).max(1000),
    })
    .nullable()
    .optional(),
  /** Plan map as a data URL. The API moves the file from the body to an upload before the job is created. */
  job_map: z.string().max(14_000_000).describe("A PDF as a data URL, up to 10 MB").nullable().optional(),
  companies: z.array(companyEntry).max(100).optional(),
  products: z
    .array(z.strictObject({ ...product, wood_unit_type_id: unit.optional() }))
    .max(100)
    .optional(),
  destinations: z
    .array(
      z
        .strictObject({
          ...place,
          name: createTrimmedTextSchema(200).min(1, "Name is required"),
          mileage: z.number().min(0).max(5000).nullable().optional(),
          company_certification_ids: z.array(id).max(50).optional(),
          product_mixes: z
            .array(z.strictObject({ ...product, wood_unit_type_id: unit.optional(), is_accepted: flag }))
            .max(100)
            .optional(),
        })
        .refine(onePlace, ONE_PLACE),
    )
    .max(100)
    .optional(),
  product_rates: productRates,
  haul_rates: haulRates,
});

const nullable = (text: string) => text || null;

/**
 * Convert a draft to the `draft` of POST /api/jobs, with rates in dollars and the shape as GeoJSON. Files are left out
 * because they belong to the setup; a job created without a `draft` in the body takes them over.
 */
export function toApiDraft(draft: Draft) {
  const dollars = <R extends { rate: number }>(row: R) => ({ ...row, rate: row.rate / RATE_UNITS });
  return {
    name: draft.name,
    contract_number: nullable(draft.contract_number),
    us_state_id: draft.us_state_id,
    us_county_id: draft.us_county_id,
    plss_meridian_code: draft.plss_meridian_code,
    township: nullable(draft.township),
    range: nullable(draft.range),
    section: nullable(draft.section),
    start_date: draft.start_date,
    end_date: nullable(draft.end_date),
    latitude: draft.latitude,
    longitude: draft.longitude,
    geom: draft.geom === null ? null : parseGeometry(draft.geom),
    job_map: null,
    companies: draft.companies.map(
      ({ cut_contract_file: _cut, skid_contract_file: _skid, haul_contract_file: _haul, ...entry }) => entry,
    ),
    products: draft.products,
    destinations: draft.destinations.map(({ is_mixed: _mixed, ...d }) => d),
    product_rates: draft.product_rates.map(dollars),
    haul_rates: draft.haul_rates.map(dollars),
  };
}

const rated = <R extends { rate: string | number }>(rows: readonly R[] | undefined) =>
  (rows ?? []).map((r) => ({ ...r, rate: parseRate(r.rate) ?? 0 }));

type Sent = Omit<z.output<typeof apiDraftInput>, "job_map">;

/** Return every company that was sent, in `companies` or in a role list, once for each mention. */
function companiesOf(sent: Sent) {
  const byRole = typedKeys(ROLE_LISTS).flatMap((name) =>
    (sent[name] ?? []).map((entry) => ({ ...entry, [ROLE_LISTS[name]]: true })),
  );
  const owner = sent.land_owner_company ? [{ ...sent.land_owner_company, is_land_owner: true }] : [];
  const named = [...owner, ...byRole];
  const others = new Map<number, (typeof named)[number]>();
  // A company that cuts and skids is one entry with both roles.
  for (const entry of named) {
    const input = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
    others.set(entry.company_id, { ...others.get(entry.company_id), ...input, company_id: entry.company_id });
  }
  return [...(sent.companies ?? []), ...others.values()];
}

/**
 * Convert a job sent by an API client to a draft. Omitted fields are empty, a rate of zero is unset, and texts and
 * geometry are in their stored form.
 */
export function fromApiDraft(sent: Sent, requester: number): Draft {
  return readDraft({
    ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)),
    request_user_company_id: requester,
    location_method: "skip",
    geom: sent.geom ? JSON.stringify(sent.geom) : null,
    companies: companiesOf(sent),
    product_rates: rated([...(sent.product_rates ?? []), ...(sent.job_product_rates ?? [])]),
    haul_rates: rated([...(sent.haul_rates ?? []), ...(sent.job_destination_haul_rates ?? [])]).map((r) => ({
      ...r,
      wood_unit_type_id: r.per === "unit" ? (r.wood_unit_type_id ?? null) : null,
    })),
  });
}
