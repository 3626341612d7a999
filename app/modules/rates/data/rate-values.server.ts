import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { company, companyDestination, companyLocation, jobDestination } from "#db/schema";
import { parseRate, createRateSchema as rateInput } from "~/lib/money/money";
import { formatFuelRule } from "~/modules/fuel/rules/rule-words";
import { readOwnFuelRules } from "~/modules/fuel/shared/rules.server";
import type { VisibleJob } from "~/modules/jobs/shared/authorize.server";
import { readJobDestinations } from "~/modules/jobs/shared/destinations.server";
import { readJobProducts } from "~/modules/jobs/shared/job-products.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { parseProduct, productFields } from "~/modules/trip-tickets/rules/product-input";
import { formatProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { rateTermsFields, type Shares, toRateTerms, toShares } from "../rules/rate-terms";
import {
  appendYardName,
  formatPriceWithTerms,
  formatRateWithUnit,
  getRateTypeName,
  HAUL_RATE_BASES,
  type RateTerms,
} from "../rules/rates";
import { findAcceptedUnit, getMissingUnitMessage } from "../rules/taken-unit";
import { getPayerAskedAt } from "../shared/payer-consent.server";
import { getRateReaders } from "../shared/rate-steps.server";

const ids = {
  receiving_company_id: z.number("Choose who is paid").int(),
  paying_company_id: z.number("Choose who pays").int(),
};

/**
 * Return the names of the companies that may pay or be paid on a job: its requester, the companies on the job, and
 * those that receive its wood.
 */
export async function readJobPartyNames(ctx: Ctx, job: VisibleJob) {
  const destinations = await readJobDestinations(ctx, job.job.id);
  const mills = await ctx.read
    .select({ id: sql<number>`mill_company_id` })
    .from(sql`job_destination_mill`)
    .where(sql`job_destination_id IN ${jsonListSql(destinations.map((d) => d.id))}`);
  const set = new Set([
    job.job.request_user_company_id,
    ...job.companies.map((c) => c.company_id),
    ...mills.map((m) => m.id),
  ]);
  const companies = await ctx.read
    .select({ value: company.id, label: company.name })
    .from(company)
    .where(inArray(company.id, [...set]))
    .orderBy(company.name);
  const places = await ctx.read
    .select({ id: companyLocation.id, company_id: companyLocation.company_id, destination: jobDestination })
    .from(jobDestination)
    .leftJoin(companyDestination, eq(companyDestination.id, jobDestination.company_destination_id))
    .innerJoin(
      companyLocation,
      sql`${companyLocation.id} = COALESCE(${jobDestination.company_location_id}, ${companyDestination.destination_company_location_id})`,
    )
    .where(and(eq(jobDestination.job_id, job.job.id), isNull(jobDestination.removed_at)))
    .orderBy(jobDestination.id);
  return { destinations, companies, yards: yardsOf(places) };
}

type Place = { id: number; company_id: number; destination: { id: number; name: string } };

/** Return the places of companies that pay on a job, each once, with the job's destinations at that place. */
function yardsOf(places: readonly Place[]) {
  const ids = [...new Set(places.map((p) => p.id))];
  return ids.map((id) => {
    const there = places.filter((p) => p.id === id);
    return {
      id,
      company_id: there[0]?.company_id ?? 0,
      name: there.map((p) => p.destination.name).join(" / "),
      destination_ids: there.map((p) => p.destination.id),
    };
  });
}

async function checkParties(
  ctx: Ctx,
  job: VisibleJob,
  input: { receiving_company_id: number; paying_company_id: number },
) {
  const { companies, destinations, yards } = await readJobPartyNames(ctx, job);
  const knows = (id: number) => companies.some((c) => c.value === id);
  if (!knows(input.receiving_company_id))
    throw invalid({ receiving_company_id: ["Choose a company on the job"] });
  if (!knows(input.paying_company_id)) throw invalid({ paying_company_id: ["Choose a company on the job"] });
  if (input.receiving_company_id === input.paying_company_id)
    throw invalid({ paying_company_id: ["A company can't pay itself"] });
  const name = (id: number) => companies.find((c) => c.value === id)?.label ?? "";
  return {
    destinations,
    yards,
    words: `${name(input.paying_company_id)} pays ${name(input.receiving_company_id)}`,
    companies,
  };
}

const UNSET = "Leave the rate out, or remove it, instead of entering zero";
const dollars = rateInput();
function readRate(typed: string | number): number {
  const value = parseRate(typed) ?? 0;
  if (value === 0) throw invalid({ rate: [UNSET] });
  if (value > 1_000_000_000) throw invalid({ rate: ["A rate can be at most $100,000"] });
  return value;
}

export const productRateFields = {
  job_product_rate_type_id: z.number("Choose a type").int().min(1, "Choose a type").max(4, "Choose a type"),
  ...ids,
  /** A yard of the payer, for a price that applies only there; 0 means every place of the payer. */
  paying_company_location_id: z.number("Choose a destination").int().min(0).nullable().optional(),
  ...productFields,
  /** Unit of the rate. If omitted, a saved rate keeps its unit, and a new rate uses the product's unit on the job. */
  wood_unit_type_id: z.number("Choose MBF, ton or cord.").int().min(1).max(3).optional(),
  rate: dollars,
  ...rateTermsFields,
};
export const haulRateFields = {
  ...ids,
  job_destination_id: z.number("Choose a destination").int().optional(),
  /** Place where the destination's wood goes, as an alternative to the job's destination id. */
  company_destination_id: z.number().int().positive().nullable().optional(),
  company_location_id: z.number().int().positive().nullable().optional(),
  per: z.enum(HAUL_RATE_BASES, "Choose what is paid for"),
  wood_unit_type_id: z.number().int().min(1).max(3).optional(),
  rate: dollars,
  ...rateTermsFields,
  /** Fuel surcharge, based on the price of diesel; null or 0 for none. */
  fuel_rule_id: z.number("Choose a fuel surcharge").int().min(0).nullable().optional(),
};

type ProductInput = z.output<z.ZodObject<typeof productRateFields>>;
type HaulInput = z.output<z.ZodObject<typeof haulRateFields>>;

/**
 * Return the new values of a product rate. If the input has no yard, the yard in `saved` stays; if it has no unit, the
 * saved unit stays unless the product changes.
 */
export async function toProductRateValues(
  ctx: Ctx<CompanyActor>,
  job: VisibleJob,
  input: ProductInput,
  saved: (RateTerms & { place: number | null; unit: number; product: string; shares: Shares }) | null = null,
) {
  const { words, companies, yards, destinations } = await checkParties(ctx, job, input);
  const products = await readJobProducts(ctx, job.job.id);
  const chosen = parseProduct(input);
  if (chosen === null) throw invalid({ product: ["Choose a product"] });
  const product = products.find((p) => formatProductKey(p) === chosen);
  if (!product) throw invalid({ product: ["Choose a product of this job"] });
  const place =
    input.paying_company_location_id === undefined
      ? (saved?.place ?? null)
      : input.paying_company_location_id || null;
  const yard = yards.find((y) => y.id === place && y.company_id === input.paying_company_id);
  if (place !== null && !yard)
    throw invalid({ paying_company_location_id: ["Choose a destination that belongs to the payer"] });
  const there = destinations.filter((d) => yard?.destination_ids.includes(d.id));
  const takes = there.some((d) =>
    d.product_mixes.some((m) => m.is_accepted && formatProductKey(m) === chosen),
  );
  if (yard && !takes) throw invalid({ product: [`${yard.name} doesn't take this product`] });
  const value = readRate(input.rate);
  const savedUnit = saved?.product === chosen ? saved.unit : undefined;
  const unit = input.wood_unit_type_id ?? savedUnit ?? product.wood_unit_type_id;
  const values = {
    job_product_rate_type_id: input.job_product_rate_type_id,
    receiving_company_id: input.receiving_company_id,
    paying_company_id: input.paying_company_id,
    paying_company_location_id: place,
    product_type_id: product.product_type_id,
    wood_species_id: product.wood_species_id,
    wood_species_type_id: product.wood_species_type_id,
    wood_unit_type_id: unit,
    rate: value,
    ...toRateTerms(input, saved),
    consent_requested_at: await getPayerAskedAt(ctx, input.paying_company_id),
  };
  const shares = toShares(input, companies, saved?.shares ?? []);
  const key = `${getRateTypeName(input.job_product_rate_type_id)} rate, ${appendYardName(formatProduct(product), yard?.name ?? null)}: ${words}`;
  const readers = getRateReaders({ ...values, shares });
  return {
    values,
    shares,
    key,
    readers,
    said: formatPriceWithTerms(formatRateWithUnit(value, "unit", unit), values),
  };
}

/** Return a haul rate's fuel surcharge: one of the company's own, or the one already saved with the rate. */
async function surchargeOf(ctx: Ctx<CompanyActor>, given: number | null | undefined, saved: number | null) {
  const wanted = given === undefined ? saved : given || null;
  if (wanted === null) return null;
  const rule = (await readOwnFuelRules(ctx, saved)).find(({ id }) => id === wanted);
  if (!rule) throw invalid({ fuel_rule_id: ["Choose one of your fuel surcharges"] });
  return rule;
}

/** Check whether a haul rate's input refers to this destination of the job, by the destination's id or by its place. */
function isWanted(
  d: { id: number; company_destination_id: number | null; company_location_id: number | null },
  input: HaulInput,
): boolean {
  if (input.job_destination_id !== undefined) return d.id === input.job_destination_id;
  if (input.company_destination_id != null) return d.company_destination_id === input.company_destination_id;
  return input.company_location_id != null && d.company_location_id === input.company_location_id;
}

/**
 * Return the unit of the wood that a destination accepts; throws if it accepts wood in several units or none, because
 * the user must then choose a unit.
 */
function requireTakenUnit({
  product_mixes,
}: {
  product_mixes: Parameters<typeof findAcceptedUnit>[0];
}): number {
  const unit = findAcceptedUnit(product_mixes);
  if (unit === null) throw invalid({ wood_unit_type_id: [getMissingUnitMessage(product_mixes)] });
  return unit;
}

export async function toHaulRateValues(
  ctx: Ctx<CompanyActor>,
  job: VisibleJob,
  input: HaulInput,
  saved:
    | (RateTerms & { shares: Shares; fuel_rule_id: number | null; wood_unit_type_id: number | null })
    | null = null,
) {
  const { words, companies, destinations } = await checkParties(ctx, job, input);
  const to = destinations.find((d) => isWanted(d, input));
  if (!to) throw invalid({ job_destination_id: ["Choose a destination of this job."] });
  const value = readRate(input.rate);
  const unit =
    input.per === "unit"
      ? (input.wood_unit_type_id ?? saved?.wood_unit_type_id ?? requireTakenUnit(to))
      : null;
  const fuel = await surchargeOf(ctx, input.fuel_rule_id, saved?.fuel_rule_id ?? null);
  const values = {
    job_destination_id: to.id,
    receiving_company_id: input.receiving_company_id,
    paying_company_id: input.paying_company_id,
    per: input.per,
    wood_unit_type_id: unit,
    rate: value,
    ...toRateTerms(input, saved),
    fuel_rule_id: fuel?.id ?? null,
    consent_requested_at: await getPayerAskedAt(ctx, input.paying_company_id),
  };
  const shares = toShares(input, companies, saved?.shares ?? []);
  return {
    values,
    shares,
    key: `Haul rate, ${to.name}: ${words}`,
    readers: getRateReaders({ ...values, shares }),
    said: formatPriceWithTerms(formatRateWithUnit(value, input.per, unit), {
      ...values,
      fuel: fuel && formatFuelRule(fuel),
    }),
  };
}
