import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import {
  company,
  fuelRule,
  jobDestination,
  jobHaulRate,
  jobProductRate,
  productType,
  rateShare,
  woodSpecies,
  woodSpeciesType,
} from "#db/schema";
import { formatFuelRule } from "~/modules/fuel/rules/rule-words";
import type { VisibleJob } from "~/modules/jobs/shared/authorize.server";
import { formatProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { appendYardName, formatPriceWithTerms, formatRateWithUnit, getRateTypeName } from "../rules/rates";

const receiver = alias(company, "receiver");
const payer = alias(company, "payer");

/** Yard that a rate is for, by the job's name for it; null if the rate is for all yards of the payer. */
const place = jobProductRate.paying_company_location_id;
const yard = sql<string | null>`CASE WHEN ${place} IS NOT NULL THEN COALESCE(
  (SELECT group_concat(d.name, ' / ') FROM job_destination d
     LEFT JOIN company_destination c ON c.id = d.company_destination_id
    WHERE d.job_id = ${jobProductRate.job_id} AND d.removed_at IS NULL
      AND ${place} IN (d.company_location_id, c.destination_company_location_id)),
  (SELECT l.name FROM company_location l WHERE l.id = ${place})) END`;

/**
 * Return a job's rates that the acting company may read: rates that it pays or receives, or all rates if it requested
 * the job. Until its payer agrees, a rate is readable only by the payer and the requester. The condition is in the
 * query, so that no page or call can omit it (docs/domain.md#who-sees-prices).
 */
export function readRates(ctx: Ctx<CompanyActor>, visibleJob: VisibleJob) {
  const { me, job } = visibleJob;
  const mine = (table: typeof jobProductRate | typeof jobHaulRate, name: "product" | "haul") =>
    and(
      eq(table.job_id, job.id),
      sql`(${me} IN (${table.paying_company_id}, ${job.request_user_company_id})
        OR ${table.consent_requested_at} IS NULL AND (${me} = ${table.receiving_company_id} OR EXISTS (SELECT 1 FROM rate_share s WHERE s.rate_table = ${name} AND s.rate_id = ${table.id} AND s.company_id = ${me})))`,
    );
  return readRatesUnchecked(ctx, {
    product: mine(jobProductRate, "product"),
    haul: mine(jobHaulRate, "haul"),
  });
}

/** Return the matching rates without checking who may read them. Use it to write dependent data, never for a response. */
export async function readRatesUnchecked(
  ctx: Pick<Ctx, "read">,
  where: { product: SQL | undefined; haul: SQL | undefined },
) {
  const [products, hauls] = await Promise.all([
    ctx.read
      .select({
        rate: jobProductRate,
        receiver: receiver.name,
        payer: payer.name,
        product_type: productType.name,
        wood_species: woodSpecies.name,
        wood_species_type: woodSpeciesType.name,
        yard,
      })
      .from(jobProductRate)
      .innerJoin(receiver, eq(receiver.id, jobProductRate.receiving_company_id))
      .innerJoin(payer, eq(payer.id, jobProductRate.paying_company_id))
      .innerJoin(productType, eq(productType.id, jobProductRate.product_type_id))
      .leftJoin(woodSpecies, eq(woodSpecies.id, jobProductRate.wood_species_id))
      .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, jobProductRate.wood_species_type_id))
      .where(where.product)
      .orderBy(jobProductRate.id),
    ctx.read
      .select({
        rate: jobHaulRate,
        receiver: receiver.name,
        payer: payer.name,
        destination: jobDestination.name,
        company_destination_id: jobDestination.company_destination_id,
        company_location_id: jobDestination.company_location_id,
        rule: fuelRule,
      })
      .from(jobHaulRate)
      .innerJoin(receiver, eq(receiver.id, jobHaulRate.receiving_company_id))
      .innerJoin(payer, eq(payer.id, jobHaulRate.paying_company_id))
      .innerJoin(jobDestination, eq(jobDestination.id, jobHaulRate.job_destination_id))
      .leftJoin(fuelRule, eq(fuelRule.id, jobHaulRate.fuel_rule_id))
      .where(where.haul)
      .orderBy(jobHaulRate.id),
  ]);
  const ofProduct = await sharesOf(
    ctx,
    "product",
    products.map((r) => r.rate.id),
  );
  const ofHaul = await sharesOf(
    ctx,
    "haul",
    hauls.map((r) => r.rate.id),
  );
  return {
    product_rates: products.map((r) => ({
      id: r.rate.id,
      type: getRateTypeName(r.rate.job_product_rate_type_id),
      receiver: receiverWords(r.receiver, ofProduct.get(r.rate.id)),
      payer: r.payer,
      product: appendYardName(formatProduct(r), r.yard),
      price: formatRateWithUnit(r.rate.rate, "unit", r.rate.wood_unit_type_id),
      words: formatPriceWithTerms(formatRateWithUnit(r.rate.rate, "unit", r.rate.wood_unit_type_id), r.rate),
      row: { ...r.rate, shares: plainShares(ofProduct.get(r.rate.id)) },
    })),
    haul_rates: hauls.map((r) => ({
      id: r.rate.id,
      receiver: receiverWords(r.receiver, ofHaul.get(r.rate.id)),
      payer: r.payer,
      destination: r.destination,
      price: formatRateWithUnit(r.rate.rate, r.rate.per, r.rate.wood_unit_type_id),
      words: formatPriceWithTerms(formatRateWithUnit(r.rate.rate, r.rate.per, r.rate.wood_unit_type_id), {
        ...r.rate,
        fuel: r.rule && formatFuelRule(r.rule),
      }),
      row: {
        ...r.rate,
        fuel: r.rule && formatFuelRule(r.rule),
        shares: plainShares(ofHaul.get(r.rate.id)),
        company_destination_id: r.company_destination_id,
        company_location_id: r.company_location_id,
      },
    })),
  };
}

type Share = { company_id: number; parts: number; name: string };

/** Return the shares of rates that are split between several receivers, by rate ID. */
async function sharesOf(ctx: Pick<Ctx, "read">, table: "product" | "haul", ids: number[]) {
  const shares = new Map<number, Share[]>();
  if (ids.length === 0) return shares;
  const rows = await ctx.read
    .select({
      rate_id: rateShare.rate_id,
      company_id: rateShare.company_id,
      parts: rateShare.parts,
      name: company.name,
    })
    .from(rateShare)
    .innerJoin(company, eq(company.id, rateShare.company_id))
    .where(and(eq(rateShare.rate_table, table), inArray(rateShare.rate_id, ids)))
    .orderBy(rateShare.rate_id, rateShare.company_id);
  for (const { rate_id, ...share } of rows) shares.set(rate_id, [...(shares.get(rate_id) ?? []), share]);
  return shares;
}

const plainShares = (shares: readonly Share[] = []) =>
  shares.map(({ company_id, parts }) => ({ company_id, parts }));

/** Format receivers as "Otto Logging", or if several, "Otto Logging 2/3 and Ida Land 1/3". */
function receiverWords(receiver: string, shares: readonly Share[] = []): string {
  const whole = shares.reduce((sum, s) => sum + s.parts, 0);
  return shares.length ? shares.map((s) => `${s.name} ${s.parts}/${whole}`).join(" and ") : receiver;
}

export type ReadRates = Awaited<ReturnType<typeof readRates>>;
