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
import { closestName } from "~/core/access/closest-name.server";
import { ownFuelRules } from "~/core/fuel/rules.server";
import { unsafeRates } from "~/core/rates/read.server";
import { productKey } from "~/core/tickets/defaults";
import { inForce } from "~/domain/settling/in-force";
import { escapeLike } from "~/domain/text/text";
import { dayOf, formatDate } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";
import { type Draft, type DraftProduct, readDraft } from "./draft";
import { changeDraft, draftVersion, notYet, openSetup } from "./draft.server";
import { copyRates, copySortSheet } from "./draft-rules";
import { haulRateKey, productRateKey, ratePartiesOf } from "./rates";
import { receiversOf } from "./rates.server";
import { asRequester } from "./requester.server";
import { certificationsOf, placeName } from "./sorts.server";

const MOST_SHOWN = 20;
const WHAT = ["sort-sheet", "rates"] as const;
const what = z.enum(WHAT);

/**
 * The caller as they act for the requester, who must be let to read there what is copied: a price that one's crew may
 * not read in a company does not come into a draft of another one either.
 */
async function copier(ctx: Ctx<CompanyActor>, copied: (typeof WHAT)[number]) {
  const { kept, requester } = await openSetup(ctx);
  const rctx = await asRequester(ctx, requester.id);
  const { job, job_product, job_destination, job_rate } = rctx.actor.permissions;
  const read = copied === "rates" ? job_rate.read : job_product.read && job_destination.read;
  if (!job.read || !read)
    throw forbidden(`Your crew at ${requester.name} doesn't have permission to read what you're copying.`);
  return { kept, requester, rctx };
}

/** The jobs that the requester may copy from: its own, the newest first, by a part of the name. */
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
      .orderBy(...(term ? [closestName(job.name, input.q)] : []), desc(job.id))
      .limit(MOST_SHOWN + 1);
    return {
      ...input,
      version: kept.version + 1,
      first: await notYet(ctx, kept.draft, input.what),
      jobs: rows
        .slice(0, MOST_SHOWN)
        .map((row) => ({ ...row, start_date: row.start_date ? formatDate(row.start_date) : "" })),
      more: rows.length > MOST_SHOWN,
    };
  },
});

/** A job that the requesting company has requested itself; others are not there to be copied. */
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

/** Takes products, destinations and mixes over from another job; its rates stay where they are. */
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

/** Takes the rates of another job over, as far as they fit this one's products, destinations and companies. */
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
      change: async (draft) => copyRates(draft, from, ratePartiesOf(draft, await receiversOf(ctx, draft))),
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
    certificationsOf(rctx),
  ]);
  // Older jobs have their products in their mixes alone.
  const all = new Map<string, DraftProduct>();
  for (const p of [...products, ...mixes.map((m) => m.mix)]) {
    const { product_type_id, wood_species_id, wood_species_type_id, wood_unit_type_id } = p;
    const ids = { product_type_id, wood_species_id, wood_species_type_id };
    if (!all.has(productKey(ids))) all.set(productKey(ids), { ...ids, wood_unit_type_id });
  }
  const destinations: Draft["destinations"] = [];
  for (const { id, name, ...place } of rows) {
    // A place that is gone, or that the requester may not send wood to any more, is left out.
    if (!(await placeName(rctx, place))) continue;
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
        const there = of.find((m) => productKey(m) === productKey(p));
        return there
          ? { ...p, wood_unit_type_id: there.wood_unit_type_id, is_accepted: there.is_accepted }
          : { ...p, is_accepted: false };
      }),
    });
  }
  return { products: [...all.values()], destinations };
}

/** The rates of a job that pay a load of today: what came before and what is still to come is not copied. */
async function readRates(
  ctx: Ctx<CompanyActor>,
  jobId: number,
): Promise<Pick<Draft, "product_rates" | "haul_rates">> {
  const [{ product_rates, haul_rates }, surcharges, [found]] = await Promise.all([
    unsafeRates(ctx, { product: eq(jobProductRate.job_id, jobId), haul: eq(jobHaulRate.job_id, jobId) }),
    ownFuelRules(ctx),
    ctx.read
      .select({ zone: usState.time_zone })
      .from(job)
      .innerJoin(usState, eq(usState.id, job.us_state_id))
      .where(eq(job.id, jobId)),
  ]);
  const today = dayOf(ctx.now, found?.zone ?? "UTC");
  const rows = <R>(rates: { row: R }[]) => rates.map(({ row }) => row);
  return readDraft({
    product_rates: inForce(rows(product_rates), today, productRateKey),
    // A surcharge that is offered no longer stays where it is.
    haul_rates: inForce(rows(haul_rates), today, haulRateKey).map((r) => ({
      ...r,
      fuel_rule_id: surcharges.some(({ id }) => id === r.fuel_rule_id) ? r.fuel_rule_id : undefined,
    })),
  });
}
