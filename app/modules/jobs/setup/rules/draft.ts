import { z } from "zod";
import { DEFAULT_UNIT } from "~/lib/units/measures";
import { QUANTITY_BASES } from "~/modules/rates/rules/rates";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { type ContractorRole, DRAFT_HAUL_BASES, JOB_LOCATION_METHODS, ROLE_FLAG } from "./words";

/**
 * Job being set up, as stored between requests. Parsing is tolerant: fields that an older version of the app omitted or
 * named differently get a new draft's values, and all other fields stay.
 */
const text = z.string().catch("");
const id = z.number().int().positive();
const idOrNone = id.nullable().catch(null);
const flag = z.boolean().catch(false);
/** A list whose entries are parsed one by one; unreadable ones are skipped. */
const listOf = <T extends z.ZodType>(entry: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((rows) =>
      rows.flatMap((row): z.output<T>[] => {
        const read = entry.safeParse(row);
        return read.success ? [read.data] : [];
      }),
    );

const productShape = {
  product_type_id: id,
  wood_species_id: idOrNone,
  wood_species_type_id: idOrNone,
  wood_unit_type_id: z.number().int().min(1).max(3).catch(DEFAULT_UNIT),
};
const product = z.object(productShape);
const mix = z.object({ ...productShape, is_accepted: flag });

/** A stored PDF that belongs to the draft until the job is created. */
const file = z.object({ stored_file_id: id, file_name: z.string() }).nullable().catch(null);

const companyEntry = z.object({
  company_id: id,
  is_land_owner: flag,
  is_land_owner_authorizee: flag,
  is_land_manager: flag,
  is_cutter: flag,
  is_skidder: flag,
  is_hauler: flag,
  cut_contract_name: text,
  skid_contract_name: text,
  haul_contract_name: text,
  cut_contract_file: file,
  skid_contract_file: file,
  haul_contract_file: file,
});

const place = { company_destination_id: idOrNone, company_location_id: idOrNone };
const isOnePlace = (p: { company_destination_id: number | null; company_location_id: number | null }) =>
  (p.company_destination_id === null) !== (p.company_location_id === null);

const destination = z
  .object({
    ...place,
    name: z.string(),
    /** Road miles as typed; if null, they are calculated when the job is created. */
    mileage: z.number().min(0).nullable().catch(null),
    company_certification_ids: listOf(id),
    product_mixes: listOf(mix),
    /**
     * True once the destination's accepted products were saved; until then the form offers every product, in the
     * product's own unit.
     */
    is_mixed: z.boolean().optional().catch(undefined),
  })
  .refine(isOnePlace);

/** `rate` in 1/100 cent per unit; never zero, because zero counts as unset. */
const rate = z.number().int().positive();
/**
 * Terms of a rate other than its price. A split is read in full or not at all, because a partial split would pay some
 * companies the shares of others.
 */
const terms = {
  minimum_cents: z.number().int().positive().nullable().catch(null),
  quantity_basis: z.enum(QUANTITY_BASES).catch("scaled"),
  may_convert: flag,
  log_rule: z.string().nullable().catch(null),
  shares: z.array(z.object({ company_id: id, parts: z.number().int().positive() })).default([]),
};
const productRate = z.object({
  job_product_rate_type_id: z.number().int().min(1).max(4),
  receiving_company_id: id,
  paying_company_id: id,
  paying_company_location_id: idOrNone,
  ...productShape,
  rate,
  ...terms,
});
const haulRate = z
  .object({
    receiving_company_id: id,
    paying_company_id: id,
    ...place,
    per: z.enum(DRAFT_HAUL_BASES),
    /** The unit, if the rate is paid per unit. */
    wood_unit_type_id: z.number().int().min(1).max(3).nullable().catch(null),
    rate,
    ...terms,
    /** Diesel surcharge that was copied or sent with the rate. */
    fuel_rule_id: id.nullable().optional().catch(undefined),
  })
  .refine((r) => isOnePlace(r) && (r.per === "unit") === (r.wood_unit_type_id !== null));

/** Sections that two requests may change independently, without conflict. */
const SECTIONS = ["overview", "location", "companies", "sorts", "rates"] as const;
export type DraftSection = (typeof SECTIONS)[number];

const draftShape = z.object({
  name: text,
  contract_number: text,
  start_date: text,
  end_date: text,
  request_user_company_id: idOrNone,
  us_state_id: idOrNone,
  us_county_id: idOrNone,
  plss_meridian_code: z.string().nullable().catch(null),
  township: text,
  range: text,
  section: text,
  location_method: z.enum(JOB_LOCATION_METHODS).nullable().catch(null),
  latitude: z.number().min(-90).max(90).nullable().catch(null),
  longitude: z.number().min(-180).max(180).nullable().catch(null),
  /** GeoJSON MultiPolygon as text, WGS 84. */
  geom: z.string().nullable().catch(null),
  job_map: file,
  companies: listOf(companyEntry),
  products: listOf(product),
  destinations: listOf(destination),
  product_rates: listOf(productRate),
  haul_rates: listOf(haulRate),
  /** Draft version at the last change of each section; a form read before that version is stale. */
  changed: z.partialRecord(z.enum(SECTIONS), z.number().int()).catch({}),
});

export type Draft = z.output<typeof draftShape>;
export type CompanyEntry = Draft["companies"][number];
export type DraftProduct = Draft["products"][number];
export type DraftDestination = Draft["destinations"][number];
export type DraftMix = DraftDestination["product_mixes"][number];
export type ProductRate = Draft["product_rates"][number];
export type HaulRate = Draft["haul_rates"][number];
/** Terms of a rate other than its price. */
export type DraftTerms = Pick<ProductRate, keyof typeof terms> & { fuel_rule_id?: number | null };
export const DEFAULT_RATE_TERMS: DraftTerms = {
  minimum_cents: null,
  quantity_basis: "scaled",
  may_convert: false,
  log_rule: null,
  shares: [],
};
/** Fields that identify a rate: its subject, its payer and its payee. */
export type ProductRateKey = Omit<ProductRate, "rate" | "wood_unit_type_id" | keyof DraftTerms>;
export type HaulRateKey = Omit<HaulRate, "rate" | "per" | "wood_unit_type_id" | keyof DraftTerms>;
export type DraftFile = NonNullable<Draft["job_map"]>;

/** Parse a draft from any stored or sent value. */
export const readDraft = (stored: unknown): Draft => draftShape.parse(isRecord(stored) ? stored : {});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const createEmptyDraft = (): Draft => readDraft({});

/** Parse a draft from the stored JSON text; text that isn't JSON gives an empty draft. */
export function parseDraft(body: string): Draft {
  try {
    return readDraft(JSON.parse(body));
  } catch {
    return createEmptyDraft();
  }
}

/** Name of each role with a contract, as used in contract field names. */
export const CONTRACT_FIELD_BY_ROLE = { cutter: "cut", skidder: "skid", hauler: "haul" } as const;
export type DraftContractRole = keyof typeof CONTRACT_FIELD_BY_ROLE;

export const PRODUCT_RATE_TYPE = { cut: 1, skid: 2, stumpage: 3, mill: 4 } as const;

export const listCompaniesInRole = (draft: Draft, role: ContractorRole): CompanyEntry[] =>
  draft.companies.filter((c) => c[ROLE_FLAG[role]]);

export const findLandOwner = (draft: Draft) => draft.companies.find((c) => c.is_land_owner) ?? null;
export const findAuthorizee = (draft: Draft) =>
  draft.companies.find((c) => c.is_land_owner_authorizee) ?? null;

type Place = { company_destination_id: number | null; company_location_id: number | null };
/** A destination in one form field: "d12" for a company's own destination, "l5" for a company's location. */
export const formatPlaceKey = (p: Place): string =>
  p.company_destination_id !== null ? `d${p.company_destination_id}` : `l${p.company_location_id}`;

export function parsePlaceKey(key: string): Place | null {
  const [, kind, digits] = /^([dl])([1-9]\d{0,14})$/.exec(key) ?? [];
  if (!kind) return null;
  const count = Number(digits);
  return kind === "d"
    ? { company_destination_id: count, company_location_id: null }
    : { company_destination_id: null, company_location_id: count };
}

export const isSameProduct = (
  a: Parameters<typeof formatProductKey>[0],
  b: Parameters<typeof formatProductKey>[0],
) => formatProductKey(a) === formatProductKey(b);

/** Check whether the draft has coordinates or shapes, which a change of location method would delete. */
export const hasLocation = (draft: Draft): boolean => draft.latitude !== null || draft.geom !== null;
