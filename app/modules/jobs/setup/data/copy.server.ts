import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import {
  job,
  jobDestination,
  jobDestinationCertification,
  jobHaulRate,
  jobProduct,
  jobProductMix,
  jobProductRate,
  usState,
} from "#db/schema";
import { buildClosestNameOrder } from "~/lib/access/closest-name.server";
import { escapeLike } from "~/lib/text/text";
import { formatDate, getDay } from "~/lib/time/time";
import { readOwnFuelRules } from "~/modules/fuel/shared/rules.server";
import { readRatesUnchecked } from "~/modules/rates/shared/read.server";
import { getRatesInForce } from "~/modules/settlements/rules/in-force";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";
import { changeDraft, draftVersion, findBlockingStep, requireOpenDraft } from "../../shared/draft.server";
import { type Draft, type DraftProduct, readDraft } from "../rules/draft";
import { copyRates, copySortSheet } from "../rules/draft-rates";
import { formatHaulRateKey, formatProductRateKey, getRateParties } from "../rules/rates";
import { readReceivers } from "./rates.server";
import { actAsRequester } from "./requester.server";
import { readPlaceName, readRequesterCertifications } from "./sorts.server";

const MAX_SHOWN = 20;
const WHAT = ["sort-sheet", "rates"] as const;
const what = z.enum(WHAT);

/**
 * Return the context in which the caller acts for the requesting company. The caller's crew at that company must have
 * permission to read the copied data: a price hidden from the crew must not enter a draft of another company either.
 */
async function copier(ctx: Ctx<CompanyActor>, copied: (typeof WHAT)[number]) {
  const { kept, requester } = await requireOpenDraft(ctx);
  const rctx = await actAsRequester(ctx, requester.id);
  const { job, job_product, job_destination, job_rate } = rctx.actor.permissions;
  const read = copied === "rates" ? job_rate.read : job_product.read && job_destination.read;
  if (!job.read || !read)
    throw forbidden(`Your crew at ${requester.name} doesn't have permission to read what you're copying.`);
  return { kept, requester, rctx };
}

/** List jobs that the requester may copy from: its own jobs, newest first, filtered by part of the name. */
export const getJobsToCopy = procedure({
  name: "getJobsToCopy",
  may: "job.create",
  input: z.strictObject({ what, q: z.string().max(500) }),
  async run(ctx, input) {
    const { kept, requester, rctx } = await copier(ctx, input.what);
    const term = escapeLike(input.q.trim().slice(0, 100));
    const rows = await rctx.read
      .select({ id: job.id, name: job.name, start_date: job.start_date })
      .from(job)
      .where(
        and(
          eq(job.request_user_company_id, requester.id),
          eq(job.is_deleted, false),
          eq(job.is_sample, false),
          term ? sql`${job.name} LIKE ${`%${term}%`} ESCAPE '\\'` : undefined,
        ),
      )
      .orderBy(...(term ? [buildClosestNameOrder(job.name, input.q)] : []), desc(job.id))
      .limit(MAX_SHOWN + 1);
    return {
      ...input,
      version: kept.version + 1,
      first: await findBlockingStep(ctx, kept.draft, input.what),
      jobs: rows
        .slice(0, MAX_SHOWN)
        .map((row) => ({ ...row, start_date: row.start_date ? formatDate(row.start_date) : "" })),
      more: rows.length > MAX_SHOWN,
    };
  },
});

/** Return the id of a job requested by the requesting company; reject any other job. */
async function ownJob(ctx: Ctx, requester: number, id: number): Promise<number> {
  const [row] = await ctx.read
    .select({ id: job.id })
    .from(job)
    .where(
      and(
        eq(job.id, id),
        eq(job.request_user_company_id, requester),
        eq(job.is_deleted, false),
        eq(job.is_sample, false),
      ),
    );
  if (!row) throw invalid({ job_id: ["Choose one of your company's jobs"] });
  return row.id;
}

const ids = { job_id: z.number("Choose a job").int(), version: draftVersion };

/** Copy products, destinations and each destination's accepted products from another job; the rates are not copied. */
export const copyJobSortSheet = procedure({
  name: "copyJobSortSheet",
  may: "job.create",
  input: z.strictObject(ids),
  async run(ctx, input) {
    const { requester, rctx } = await copier(ctx, "sort-sheet");
    const from = await readSortSheet(rctx, await ownJob(rctx, requester.id, input.job_id));
    return changeDraft(ctx, {
      section: "sorts",
      step: "sort-sheet",
      version: input.version,
      change: (draft) => copySortSheet(draft, from),
    });
  },
});

/** Copy the rates of another job that fit this job's products, destinations and companies. */
export const copyJobRates = procedure({
  name: "copyJobRates",
  may: "job.create",
  input: z.strictObject(ids),
  async run(ctx, input) {
    const { requester, rctx } = await copier(ctx, "rates");
    const from = await readRates(rctx, await ownJob(rctx, requester.id, input.job_id));
    return changeDraft(ctx, {
      section: "rates",
      step: "rates",
      version: input.version,
      change: async (draft) => copyRates(draft, from, getRateParties(draft, await readReceivers(ctx, draft))),
    });
  },
});

const PLACE = {
  company_destination_id: jobDestination.company_destination_id,
  company_location_id: jobDestination.company_location_id,
};

async function readSortSheet(
  rctx: Ctx<CompanyActor>,
  jobId: number,
): Promise<Pick<Draft, "products" | "destinations">> {
  const [rows, mixes, products, certificates, owned] = await Promise.all([
    rctx.read
      .select({ id: jobDestination.id, name: jobDestination.name, ...PLACE })
      .from(jobDestination)
      .where(and(eq(jobDestination.job_id, jobId), isNull(jobDestination.removed_at)))
      .orderBy(jobDestination.id),
    rctx.read
      .select({ mix: jobProductMix })
      .from(jobProductMix)
      .innerJoin(jobDestination, eq(jobDestination.id, jobProductMix.job_destination_id))
      .where(eq(jobDestination.job_id, jobId))
      .orderBy(jobProductMix.id),
    rctx.read.select().from(jobProduct).where(eq(jobProduct.job_id, jobId)).orderBy(jobProduct.id),
    rctx.read
      .select()
      .from(jobDestinationCertification)
      .where(
        inArray(
          jobDestinationCertification.job_destination_id,
          rctx.read
            .select({ id: jobDestination.id })
            .from(jobDestination)
            .where(eq(jobDestination.job_id, jobId)),
        ),
      ),
    readRequesterCertifications(rctx),
  ]);
  // Older jobs list their products only by destination.
  const all = new Map<string, DraftProduct>();
  for (const p of [...products, ...mixes.map((m) => m.mix)]) {
    const { product_type_id, wood_species_id, wood_species_type_id, wood_unit_type_id } = p;
    const ids = { product_type_id, wood_species_id, wood_species_type_id };
    if (!all.has(formatProductKey(ids))) all.set(formatProductKey(ids), { ...ids, wood_unit_type_id });
  }
  const destinations: Draft["destinations"] = [];
  for (const { id, name, ...place } of rows) {
    // Skip a place that is gone, or that the requester may not send wood to any more.
    if (!(await readPlaceName(rctx, place))) continue;
    const of = mixes.filter((m) => m.mix.job_destination_id === id).map((m) => m.mix);
    destinations.push({
      ...place,
      name,
      mileage: null,
      is_mixed: true,
      company_certification_ids: certificates
        .filter((c) => c.job_destination_id === id && owned.some((o) => o.id === c.certification_id))
        .map((c) => c.certification_id),
      product_mixes: [...all.values()].map((p) => {
        const there = of.find((m) => formatProductKey(m) === formatProductKey(p));
        return there
          ? { ...p, wood_unit_type_id: there.wood_unit_type_id, is_accepted: there.is_accepted }
          : { ...p, is_accepted: false };
      }),
    });
  }
  return { products: [...all.values()], destinations };
}

/** Return a job's rates in force today, without past and future rates. */
async function readRates(
  ctx: Ctx<CompanyActor>,
  jobId: number,
): Promise<Pick<Draft, "product_rates" | "haul_rates">> {
  const [{ product_rates, haul_rates }, surcharges, [found]] = await Promise.all([
    readRatesUnchecked(ctx, {
      product: eq(jobProductRate.job_id, jobId),
      haul: eq(jobHaulRate.job_id, jobId),
    }),
    readOwnFuelRules(ctx),
    ctx.read
      .select({ zone: usState.time_zone })
      .from(job)
      .innerJoin(usState, eq(usState.id, job.us_state_id))
      .where(eq(job.id, jobId)),
  ]);
  const today = getDay(ctx.now, found?.zone ?? "UTC");
  const rows = <R>(rates: { row: R }[]) => rates.map(({ row }) => row);
  return readDraft({
    product_rates: getRatesInForce(rows(product_rates), today, formatProductRateKey),
    // A surcharge that is no longer offered isn't copied.
    haul_rates: getRatesInForce(rows(haul_rates), today, formatHaulRateKey).map((r) => ({
      ...r,
      fuel_rule_id: surcharges.some(({ id }) => id === r.fuel_rule_id) ? r.fuel_rule_id : undefined,
    })),
  });
}
