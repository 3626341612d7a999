import { and, eq, inArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { jobDestination, jobProduct, jobProductMix, jobProductRate, usState } from "#db/schema";
import { formatCount } from "~/lib/text/text";
import { DEFAULT_UNIT, getUnitName, isUnit } from "~/lib/units/measures";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { readCompanyProductNamesByKey } from "~/modules/products/shared/own-names.server";
import {
  findProduct,
  readProductParts,
  readProductsLocalFirst,
} from "~/modules/products/shared/products.server";
import { buildEndRatesSteps } from "~/modules/rates/shared/rate-steps.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { parseProduct, productFields } from "~/modules/trip-tickets/rules/product-input";
import { formatCompanyProduct, formatProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import { UNFINISHED_STATUS_IDS } from "~/modules/trip-tickets/shared/status-sql.server";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { idOutput, idWithCountOutput } from "~/web/output";
import { pagingParams, slicePage } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { jobProductsOutput } from "../rules/output";
import { requireJobRight } from "../shared/authorize.server";
import { readJobProducts } from "../shared/job-products.server";
import { readOpenTickets } from "../shared/update.server";

const job_id = z.number().int();
export const PRODUCT_DELETE_FAILED = "Failed to delete product";

export const listJobProducts = procedure({
  name: "listJobProducts",
  may: "job_product.read",
  input: z.strictObject({ job_id, ...pagingParams }),
  output: jobProductsOutput,
  async run(ctx, { job_id, ...part }) {
    if (job_id === 0) return { job_products: [], meta: { total: 0, ...part } };
    await requireJobRight(ctx, job_id, "see_products");
    const { rows, meta } = slicePage(await readJobProducts(ctx, job_id), part);
    return { job_products: rows, meta };
  },
});

/**
 * List the products that can be added to a job: commonly sold products, those of the job's state first, and the parts
 * from which any other product is composed.
 */
export const getProductChoices = procedure({
  name: "getProductChoices",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const job = await requireJobRight(ctx, id, "add_product");
    const on = new Set((await readJobProducts(ctx, id)).map(formatProductKey));
    const [place] = await ctx.read
      .select({ stusps: usState.stusps, state: usState.name })
      .from(usState)
      .where(eq(usState.id, job.job.us_state_id));
    const products = (
      await readProductsLocalFirst(ctx, place?.stusps ?? null, await readCompanyProductNamesByKey(ctx))
    )
      .filter((p) => !on.has(formatProductKey(p)))
      .map((p) => ({ value: formatProductKey(p), label: p.name }));
    return {
      id,
      name: job.job.name,
      state: place?.state ?? "",
      products,
      parts: await readProductParts(ctx),
    };
  },
});

const ids = {
  product_type_id: z.number().int().positive(),
  wood_species_id: z.number().int().positive().nullable().optional(),
  wood_species_type_id: z.number().int().positive().nullable().optional(),
};

/**
 * Add a product to a job, in the given unit or its type's default unit. Destinations don't accept the product until a
 * user allows it (docs/domain.md#setting-up-a-job).
 */
export const addJobProduct = procedure({
  name: "addJobProduct",
  input: z.strictObject({
    job_id,
    ...productFields,
    /** Defaults to the product's own unit. */
    wood_unit_type_id: z.number().int().min(1).max(3).optional(),
  }),
  output: idOutput,
  async run(ctx, input) {
    const job = await requireJobRight(ctx, input.job_id, "add_product");
    const key = parseProduct(input);
    const chosen = await findProduct(ctx, key);
    if (!chosen) throw invalid({ product: ["Choose a product"] });
    const on = await readJobProducts(ctx, input.job_id);
    if (on.some((p) => formatProductKey(p) === key))
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
      { key: "product", saved: null, updated: `${chosen.name} (${getUnitName(row.wood_unit_type_id)})` },
    ];
    return ctx.commit(
      [
        expectOneRow(ctx.write.insert(jobProduct).values({ job_id: input.job_id, ...row })),
        ...destinations.map((d) =>
          expectOneRow(
            ctx.write.insert(jobProductMix).values({ job_destination_id: d.id, is_accepted: false, ...row }),
          ),
        ),
        ...(await buildHistorySteps(ctx, job.subject, [{ activity: "job_updated", details: { diffs } }])),
      ],
      { id: selectInsertedId(jobProduct) },
    );
  },
});

const keyOf = (p: {
  product_type_id: number;
  wood_species_id?: number | null;
  wood_species_type_id?: number | null;
}) =>
  formatProductKey({
    product_type_id: p.product_type_id,
    wood_species_id: p.wood_species_id ?? null,
    wood_species_type_id: p.wood_species_type_id ?? null,
  });

/** Return a job and its products with the given keys, with the number of their open loads; else 404. */
async function toDelete(ctx: Ctx<CompanyActor>, jobId: number, expected: string[]) {
  const job = await requireJobRight(ctx, jobId, "delete_product");
  const on = await readJobProducts(ctx, jobId);
  const products = on.filter((p) => expected.includes(formatProductKey(p)));
  if (products.length === 0 || products.length !== new Set(expected).size)
    throw notFound("This product isn't on the job.");
  const open = await readOpenTickets(ctx, jobId);
  return { found: job, products, open: open.filter((t) => expected.includes(formatProductKey(t))).length };
}

const openWords = (open: number) => `${formatCount(open, "load is", "loads are")} open with it.`;

/** Data for the page that confirms deleting a product; `refused` is the reason why the product can't be deleted now. */
export const getProductDeletion = procedure({
  name: "getProductDeletion",
  input: z.strictObject({ job_id, product: z.string().max(40) }),
  async run(ctx, input) {
    const { found, products, open } = await toDelete(ctx, input.job_id, [input.product]);
    const refused = open ? `${openWords(open)} Finish or reassign them first.` : null;
    return { job: found.job.name, name: products[0] ? formatCompanyProduct(products[0]) : "", refused };
  },
});

/**
 * Delete products of a job with their sorts and rates. Refused while a load of any of these products is open
 * (docs/domain.md#life-of-a-job).
 */
export const deleteJobProducts = procedure({
  name: "deleteJobProducts",
  input: z.strictObject({
    job_id,
    products: z.array(z.strictObject(ids)).min(1).max(100).optional(),
    /** Key of a single product, as sent by the form instead of `products`. */
    product: z.string().max(40).optional(),
  }),
  output: idWithCountOutput,
  async run(ctx, input) {
    const expected = input.products?.map(keyOf) ?? (input.product ? [input.product] : []);
    const { found, products, open } = await toDelete(ctx, input.job_id, [...new Set(expected)]);
    if (open) throw invalid({ "": [PRODUCT_DELETE_FAILED, openWords(open)] }, PRODUCT_DELETE_FAILED);
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
    const rates = await buildEndRatesSteps(ctx, found, {
      product: or(...products.map((p) => same(jobProductRate, p))),
    });
    return ctx.commit(
      [
        ...products.flatMap((p) => [
          expectOneRow(
            ctx.write.delete(jobProduct).where(
              and(
                eq(jobProduct.id, p.id),
                // Don't delete the product if a load of it was created in the meantime.
                sql`NOT EXISTS (SELECT 1 FROM trip_ticket t WHERE t.job_id = ${input.job_id} AND t.trip_ticket_status_id IN ${UNFINISHED_STATUS_IDS} AND t.is_deleted = 0 AND t.product_type_id = ${p.product_type_id} AND t.wood_species_id IS ${p.wood_species_id} AND t.wood_species_type_id IS ${p.wood_species_type_id})`,
              ),
            ),
          ),
          allowAnyRows(
            ctx.write
              .delete(jobProductMix)
              .where(and(inArray(jobProductMix.job_destination_id, here), same(jobProductMix, p))),
          ),
        ]),
        ...rates.steps,
        ...(await buildHistorySteps(ctx, found.subject, [
          {
            activity: "job_updated",
            details: {
              diffs: [
                ...products.map((p) => ({ key: "product", saved: formatProduct(p), updated: null })),
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

export const requireValidUnit = (unit: number) => {
  if (!isUnit(unit)) throw invalid({ wood_unit_type_id: ["Choose MBF, ton or cord."] });
  return unit;
};
