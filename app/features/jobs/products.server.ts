import { and, eq, inArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { jobDestination, jobProduct, jobProductMix, jobProductRate, usState } from "#db/schema";
import { historySteps } from "~/core/history/history.server";
import { readJobProducts } from "~/core/jobs/job-products.server";
import { jobFor } from "~/core/jobs/standing.server";
import { ownNamesByKey } from "~/core/products/own-names.server";
import { anyProduct, productParts, usualFirst } from "~/core/products/products.server";
import { endRates } from "~/core/rates/rate-steps.server";
import { productKey } from "~/core/tickets/defaults";
import { givenProduct, productFields } from "~/core/tickets/product-input";
import { NOT_ENDED } from "~/core/tickets/status-sql.server";
import { DEFAULT_UNIT, isUnit, unitName } from "~/domain/measures/measures";
import { count } from "~/domain/text/text";
import { productLabel, productText } from "~/domain/tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import { mayMiss, mustHit } from "~/web/commit.server";
import { countedOutput, idOutput } from "~/web/output";
import { paging, partOf } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, missing } from "~/web/refusal";
import { jobProductsOutput } from "./output";
import { openTickets } from "./update.server";

const job_id = z.number().int();
export const DELETE_FAILED = "Failed to delete product";

export const listJobProducts = procedure({
  name: "listJobProducts",
  may: "job_product.read",
  input: z.strictObject({ job_id, ...paging }),
  output: jobProductsOutput,
  async run(ctx, { job_id, ...part }) {
    if (job_id === 0) return { job_products: [], meta: { total: 0, ...part } };
    await jobFor(ctx, job_id, "see_products");
    const { rows, meta } = partOf(await readJobProducts(ctx, job_id), part);
    return { job_products: rows, meta };
  },
});

/** Products to choose from: as commonly sold, those of the job's state first; and the parts of any other. */
export const getProductChoices = procedure({
  name: "getProductChoices",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const found = await jobFor(ctx, id, "add_product");
    const on = new Set((await readJobProducts(ctx, id)).map(productKey));
    const [place] = await ctx.read
      .select({ stusps: usState.stusps, state: usState.name })
      .from(usState)
      .where(eq(usState.id, found.job.us_state_id));
    const products = (await usualFirst(ctx, place?.stusps ?? null, await ownNamesByKey(ctx)))
      .filter((p) => !on.has(productKey(p)))
      .map((p) => ({ value: productKey(p), label: p.name }));
    return { id, name: found.job.name, state: place?.state ?? "", products, parts: await productParts(ctx) };
  },
});

const ids = {
  product_type_id: z.number().int().positive(),
  wood_species_id: z.number().int().positive().nullable().optional(),
  wood_species_type_id: z.number().int().positive().nullable().optional(),
};

/**
 * Puts a product on a job, in its type's own unit unless another is named; each destination takes it once somebody says
 * so (decisions, section 6).
 */
export const addJobProduct = procedure({
  name: "addJobProduct",
  input: z.strictObject({
    job_id,
    ...productFields,
    /** Left out it is the product's own. */
    wood_unit_type_id: z.number().int().min(1).max(3).optional(),
  }),
  output: idOutput,
  async run(ctx, input) {
    const found = await jobFor(ctx, input.job_id, "add_product");
    const key = givenProduct(input);
    const chosen = await anyProduct(ctx, key);
    if (!chosen) throw invalid({ product: ["Choose a product"] });
    const on = await readJobProducts(ctx, input.job_id);
    if (on.some((p) => productKey(p) === key))
      throw invalid({ product: ["This product is already on the job"] });
    const row = {
      product_type_id: chosen.product_type_id,
      wood_species_id: chosen.wood_species_id,
      wood_species_type_id: chosen.wood_species_type_id,
      wood_unit_type_id: input.wood_unit_type_id ?? chosen.unit ?? DEFAULT_UNIT,
    };
    const destinations = await ctx.read
      .select({ id: jobDestination.id })
      .from(jobDestination)
      .where(and(eq(jobDestination.job_id, input.job_id), sql`${jobDestination.removed_at} IS NULL`));
    const diffs = [
      { key: "product", saved: null, updated: `${chosen.name} (${unitName(row.wood_unit_type_id)})` },
    ];
    return ctx.commit(
      [
        mustHit(ctx.write.insert(jobProduct).values({ job_id: input.job_id, ...row })),
        ...destinations.map((d) =>
          mustHit(
            ctx.write.insert(jobProductMix).values({ job_destination_id: d.id, is_accepted: false, ...row }),
          ),
        ),
        ...(await historySteps(ctx, found.subject, [{ activity: "job_updated", details: { diffs } }])),
      ],
      { id: newest(jobProduct) },
    );
  },
});

const keyOf = (p: {
  product_type_id: number;
  wood_species_id?: number | null;
  wood_species_type_id?: number | null;
}) =>
  productKey({
    product_type_id: p.product_type_id,
    wood_species_id: p.wood_species_id ?? null,
    wood_species_type_id: p.wood_species_type_id ?? null,
  });

/** Products of a job by their ids or keys, with how many loads of each are open and what goes with them. */
async function toDelete(ctx: Ctx<CompanyActor>, jobId: number, wanted: string[]) {
  const found = await jobFor(ctx, jobId, "delete_product");
  const on = await readJobProducts(ctx, jobId);
  const products = on.filter((p) => wanted.includes(productKey(p)));
  if (products.length === 0 || products.length !== new Set(wanted).size)
    throw missing("This product isn't on the job.");
  const open = await openTickets(ctx, jobId);
  return { found, products, open: open.filter((t) => wanted.includes(productKey(t))).length };
}

const openWords = (open: number) => `${count(open, "load is", "loads are")} open with it.`;

/** What deleting a product would do, for its confirm page; `refused` says why it can't be deleted now. */
export const getProductDeletion = procedure({
  name: "getProductDeletion",
  input: z.strictObject({ job_id, product: z.string().max(40) }),
  async run(ctx, input) {
    const { found, products, open } = await toDelete(ctx, input.job_id, [input.product]);
    const refused = open ? `${openWords(open)} Finish or reassign them first.` : null;
    return { job: found.job.name, name: products[0] ? productLabel(products[0]) : "", refused };
  },
});

/**
 * Deletes products of a job with their sorts and rates (spec 1, section 7). Refused while a load of one is open
 * (decisions, section 6).
 */
export const deleteJobProducts = procedure({
  name: "deleteJobProducts",
  input: z.strictObject({
    job_id,
    products: z.array(z.strictObject(ids)).min(1).max(100).optional(),
    /** One of them, as the form has it. */
    product: z.string().max(40).optional(),
  }),
  output: countedOutput,
  async run(ctx, input) {
    const wanted = input.products?.map(keyOf) ?? (input.product ? [input.product] : []);
    const { found, products, open } = await toDelete(ctx, input.job_id, [...new Set(wanted)]);
    if (open) throw invalid({ "": [DELETE_FAILED, openWords(open)] }, DELETE_FAILED);
    const same = (t: typeof jobProductMix | typeof jobProductRate, p: (typeof products)[number]) =>
      and(
        eq(t.product_type_id, p.product_type_id),
        sql`${t.wood_species_id} IS ${p.wood_species_id}`,
        sql`${t.wood_species_type_id} IS ${p.wood_species_type_id}`,
      );
    const here = ctx.read
      .select({ id: jobDestination.id })
      .from(jobDestination)
      .where(eq(jobDestination.job_id, input.job_id));
    const rates = await endRates(ctx, found, {
      product: or(...products.map((p) => same(jobProductRate, p))),
    });
    return ctx.commit(
      [
        ...products.flatMap((p) => [
          mustHit(
            ctx.write.delete(jobProduct).where(
              and(
                eq(jobProduct.id, p.id),
                // A load that was made of it in between keeps it.
                sql`NOT EXISTS (SELECT 1 FROM trip_ticket t WHERE t.job_id = ${input.job_id} AND t.trip_ticket_status_id IN ${NOT_ENDED} AND t.is_deleted = 0 AND t.product_type_id = ${p.product_type_id} AND t.wood_species_id IS ${p.wood_species_id} AND t.wood_species_type_id IS ${p.wood_species_type_id})`,
              ),
            ),
          ),
          mayMiss(
            ctx.write
              .delete(jobProductMix)
              .where(and(inArray(jobProductMix.job_destination_id, here), same(jobProductMix, p))),
          ),
        ]),
        ...rates.steps,
        ...(await historySteps(ctx, found.subject, [
          {
            activity: "job_updated",
            details: {
              diffs: [
                ...products.map((p) => ({ key: "product", saved: productText(p), updated: null })),
                ...rates.diffs,
              ],
            },
          },
        ])),
      ],
      { id: input.job_id, count: products.length },
    );
  },
});

export const knownUnit = (unit: number) => {
  if (!isUnit(unit)) throw invalid({ wood_unit_type_id: ["Choose MBF, ton or cord."] });
  return unit;
};
