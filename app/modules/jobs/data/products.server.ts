import { and, eq, inArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import { insertedId } from "#db/inserted-id";
import { jobDestination, jobProduct, jobProductMix, jobProductRate, usState } from "#db/schema";
import { formatCount } from "~/lib/text/text";
import { DEFAULT_UNIT, isUnit, unitName } from "~/lib/units/measures";
import { historySteps } from "~/modules/history/shared/history.server";
import { readOwnNamesByKey } from "~/modules/products/shared/own-names.server";
import {
  findProduct,
  readProductParts,
  readProductsUsualFirst,
} from "~/modules/products/shared/products.server";
import { endRatesSteps } from "~/modules/rates/shared/rate-steps.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { parseProduct, productFields } from "~/modules/trip-tickets/rules/product-input";
import { formatOwnProduct, formatProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import { NOT_ENDED_IDS } from "~/modules/trip-tickets/shared/status-sql.server";
import type { CompanyActor } from "~/web/actor";
import { anyRows, expectOneRow } from "~/web/commit.server";
import { countedOutput, idOutput } from "~/web/output";
import { paging, slicePage } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { jobProductsOutput } from "../rules/output";
import { requireJobRight } from "../shared/authorize.server";
import { readJobProducts } from "../shared/job-products.server";
import { readOpenTickets } from "../shared/update.server";

const job_id = z.number().int();
export const DELETE_FAILED = "Failed to delete product";

export const listJobProducts = procedure({
  name: "listJobProducts",
  may: "job_product.read",
  input: z.strictObject({ job_id, ...paging }),
  output: jobProductsOutput,
  async run(ctx, { job_id, ...part }) {
    if (job_id === 0) return { job_products: [], meta: { total: 0, ...part } };
    await requireJobRight(ctx, job_id, "see_products");
    const { rows, meta } = slicePage(await readJobProducts(ctx, job_id), part);
    return { job_products: rows, meta };
  },
});

/** Products to choose from: as commonly sold, those of the job's state first; and the parts of any other. */
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
    const products = (await readProductsUsualFirst(ctx, place?.stusps ?? null, await readOwnNamesByKey(ctx)))
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
 * Adds a product to a job, in its type's own unit unless another is named; each destination takes it once a user sets
 * that (docs/domain.md#setting-up-a-job).
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
      { key: "product", saved: null, updated: `${chosen.name} (${unitName(row.wood_unit_type_id)})` },
    ];
    return ctx.commit(
      [
        expectOneRow(ctx.write.insert(jobProduct).values({ job_id: input.job_id, ...row })),
        ...destinations.map((d) =>
          expectOneRow(
            ctx.write.insert(jobProductMix).values({ job_destination_id: d.id, is_accepted: false, ...row }),
          ),
        ),
        ...(await historySteps(ctx, job.subject, [{ activity: "job_updated", details: { diffs } }])),
      ],
      { id: insertedId(jobProduct) },
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

/** Products of a job by their ids or keys, with the number of open loads of each and the rows deleted with them. */
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

/** Effects of deleting a product, for its confirm page; `refused` is the reason why it can't be deleted now. */
export const getProductDeletion = procedure({
  name: "getProductDeletion",
  input: z.strictObject({ job_id, product: z.string().max(40) }),
  async run(ctx, input) {
    const { found, products, open } = await toDelete(ctx, input.job_id, [input.product]);
    const refused = open ? `${openWords(open)} Finish or reassign them first.` : null;
    return { job: found.job.name, name: products[0] ? formatOwnProduct(products[0]) : "", refused };
  },
});

/**
 * Deletes products of a job with their sorts and rates. Refused while a load of one is open
 * (docs/domain.md#life-of-a-job).
 */
export const deleteJobProducts = procedure({
  name: "deleteJobProducts",
  input: z.strictObject({
    job_id,
    products: z.array(z.strictObject(ids)).min(1).max(100).optional(),
    /** One of the products, as in the form. */
    product: z.string().max(40).optional(),
  }),
  output: countedOutput,
  async run(ctx, input) {
    const expected = input.products?.map(keyOf) ?? (input.product ? [input.product] : []);
    const { found, products, open } = await toDelete(ctx, input.job_id, [...new Set(expected)]);
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
    const rates = await endRatesSteps(ctx, found, {
      product: or(...products.map((p) => same(jobProductRate, p))),
    });
    return ctx.commit(
      [
        ...products.flatMap((p) => [
          expectOneRow(
            ctx.write.delete(jobProduct).where(
              and(
                eq(jobProduct.id, p.id),
                // A load created with it in the meantime keeps the product.
                sql`NOT EXISTS (SELECT 1 FROM trip_ticket t WHERE t.job_id = ${input.job_id} AND t.trip_ticket_status_id IN ${NOT_ENDED_IDS} AND t.is_deleted = 0 AND t.product_type_id = ${p.product_type_id} AND t.wood_species_id IS ${p.wood_species_id} AND t.wood_species_type_id IS ${p.wood_species_type_id})`,
              ),
            ),
          ),
          anyRows(
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

export const requireUnit = (unit: number) => {
  if (!isUnit(unit)) throw invalid({ wood_unit_type_id: ["Choose MBF, ton or cord."] });
  return unit;
};
