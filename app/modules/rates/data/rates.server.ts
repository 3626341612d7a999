import { eq } from "drizzle-orm";
import { z } from "zod";
import { jobHaulRate, jobProductRate } from "#db/schema";
import { formatPlainMoney } from "~/lib/money/money";
import { hasKey } from "~/lib/object/records";
import { getDay } from "~/lib/time/time";
import { readOwnFuelRules } from "~/modules/fuel/shared/rules.server";
import { requireJobRight } from "~/modules/jobs/shared/authorize.server";
import { readJobProducts } from "~/modules/jobs/shared/job-products.server";
import { EARLIEST_DAY } from "~/modules/settlements/rules/rate-days";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { formatCompanyProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import { pagingParams } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { groupRatesByDay } from "../rules/by-day";
import { ratesOutput, toRateOutput } from "../rules/output";
import { formatRateForInput, RATE_TYPES } from "../rules/rates";
import { readRates } from "../shared/read.server";
import { isRateUsed } from "./follow.server";
import { readJobPartyNames } from "./rate-values.server";

const job_id = z.number().int();

/**
 * List a job's rates for API callers, in dollars: rates that the caller's company pays or receives, or all of them for
 * the requester.
 */
export const listJobRates = procedure({
  name: "listJobRates",
  may: "job_rate.read",
  input: z.strictObject({ job_id, ...pagingParams }),
  output: ratesOutput,
  async run(ctx, { job_id, take, skip }) {
    if (job_id === 0) return { product_rates: [], haul_rates: [], meta: { total: 0, take, skip } };
    const job = await requireJobRight(ctx, job_id, "see_rates");
    const { product_rates, haul_rates } = await readRates(ctx, job);
    return {
      product_rates: product_rates.map((r) => toRateOutput(r.row)),
      haul_rates: haul_rates.map((r) => toRateOutput(r.row)),
      meta: { total: product_rates.length + haul_rates.length, take: -1, skip: 0 },
    };
  },
});

/** The rates' page. */
export const getJobRates = procedure({
  name: "getJobRates",
  may: "job_rate.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const job = await requireJobRight(ctx, id, "see_rates");
    const rates = await readRates(ctx, job);
    return {
      id,
      name: job.job.name,
      all: job.standing.requester,
      rights: job.rights,
      ...groupRatesByDay(rates, getDay(ctx.now, job.zone)),
    };
  },
});

/**
 * Return the fuel surcharges that a haul rate's form offers, including the rate's own; without access to settlements,
 * only the rate's own.
 */
async function rulesOffered(ctx: Ctx<CompanyActor>, kind: "product" | "haul", rate?: number) {
  if (kind === "product") return [];
  const [row] = await ctx.read
    .select({ kept: jobHaulRate.fuel_rule_id })
    .from(jobHaulRate)
    .where(eq(jobHaulRate.id, rate ?? 0));
  const count = row?.kept ?? null;
  const rules = await readOwnFuelRules(ctx, count);
  return ctx.actor.permissions.settlement.read ? rules : rules.filter(({ id }) => id === count);
}

/** Read the choices for a rate's form, and the rate's values if it is being edited. */
export const getRateForm = procedure({
  name: "getRateForm",
  input: z.strictObject({
    id: z.number().int(),
    kind: z.enum(["product", "haul"]),
    rate_id: z.number().int().optional(),
  }),
  async run(ctx, { id, kind, rate_id }) {
    const job = await requireJobRight(ctx, id, rate_id === undefined ? "add_rate" : "edit_rate");
    const [{ destinations, companies, yards }, products, rates, rules] = await Promise.all([
      readJobPartyNames(ctx, job),
      readJobProducts(ctx, id),
      readRates(ctx, job),
      rulesOffered(ctx, kind, rate_id),
    ]);
    const saved = (kind === "product" ? rates.product_rates : rates.haul_rates).find(
      (r) => r.id === (rate_id ?? 0),
    )?.row;
    if (rate_id !== undefined && !saved) throw notFound("We couldn't find that rate.");
    const of = (name: string) => {
      const value = saved && hasKey(saved, name) ? saved[name] : null;
      return value === null || value === undefined ? "" : String(value);
    };
    const is_used = saved
      ? await isRateUsed(ctx, kind === "product" ? jobProductRate : jobHaulRate, saved.id)
      : false;
    return {
      kind,
      job: job.job.name,
      version: saved?.version ?? null,
      is_used,
      shares: saved?.shares ?? [],
      surcharges: rules.map((r) => ({ value: r.id, label: r.name })),
      may_delete: job.rights.delete_rate,
      companies,
      types: RATE_TYPES.map((t) => ({ value: t.id, label: t.label })),
      products: products.map((p) => ({ value: formatProductKey(p), label: formatCompanyProduct(p) })),
      destinations: job.rights.see_destinations
        ? destinations.map((d) => ({ value: d.id, label: d.name }))
        : [],
      yards: (job.rights.see_destinations ? yards : []).map((y) => ({
        value: y.id,
        label: `${y.name} (${companies.find((c) => c.value === y.company_id)?.label ?? ""})`,
      })),
      values: {
        job_product_rate_type_id: of("job_product_rate_type_id"),
        receiving_company_id: of("receiving_company_id"),
        paying_company_id: of("paying_company_id"),
        paying_company_location_id: of("paying_company_location_id") || "0",
        product: saved && "product_type_id" in saved ? formatProductKey(saved) : "",
        wood_unit_type_id: of("wood_unit_type_id"),
        job_destination_id: of("job_destination_id"),
        per: of("per") || "unit",
        rate: saved ? formatRateForInput(saved.rate) : "",
        effective_on: is_used || !saved || saved.effective_on === EARLIEST_DAY ? "" : saved.effective_on,
        ended_on: of("ended_on"),
        minimum: saved?.minimum_cents ? formatPlainMoney(saved.minimum_cents) : "",
        quantity_basis: of("quantity_basis") || "scaled",
        may_convert: saved?.may_convert ? "on" : "",
        log_rule: of("log_rule"),
        fuel_rule_id: of("fuel_rule_id") || "0",
      },
    };
  },
});
