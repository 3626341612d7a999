import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { productName } from "#db/schema";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { getUnitName } from "~/lib/units/measures";
import { parseProduct, productFields } from "~/modules/trip-tickets/rules/product-input";
import { formatProductKey } from "~/modules/trip-tickets/rules/product-key";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput, listOutput, outputId, outputVersion } from "~/web/output";
import { pagingParams, slicePage } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { requireVersion, updateWithVersion } from "~/web/revise.server";
import { readCompanyProductNames } from "../shared/own-names.server";
import { readCommonProducts, readProductParts, readProductsByKey } from "../shared/products.server";

/** Maximum number of names per company: every page with products reads all of them. */
const MAX_ROWS = 500;
const product_name_id = z.number().int();
const version = z.number("Reload the page, then save.").int().min(1).max(1_000_000_000);
const name = createTrimmedTextSchema(60, "The name can be at most 60 characters", "Enter a name").min(
  1,
  "Enter a name",
);

const productNameOutput = z.strictObject({
  id: outputId,
  name: z.string().describe("What the company calls it."),
  product: z.string().describe("Its standard name: type, then species or group."),
  unit: z.string().nullable().describe("The usual unit of its type."),
  product_type_id: outputId,
  wood_species_id: outputId.nullable(),
  wood_species_type_id: outputId.nullable(),
  version: outputVersion,
});

/** Read the acting company's own names with their products, by name. */
async function named(ctx: Ctx<CompanyActor>) {
  const rows = await readCompanyProductNames(ctx, ctx.actor.company.id);
  const known = await readProductsByKey(ctx, rows.map(formatProductKey));
  return rows.map((row) => {
    const product = known.get(formatProductKey(row));
    const unit = product?.unit ?? null;
    return { ...row, product: product?.name ?? "", unit: unit === null ? null : getUnitName(unit) };
  });
}

/** List the acting company's own product names. */
export const listProductNames = procedure({
  name: "listProductNames",
  may: "job_product.read",
  input: z.strictObject(pagingParams),
  output: listOutput("product_names", productNameOutput),
  async run(ctx, part) {
    const { rows, meta } = slicePage(await named(ctx), part);
    return { product_names: rows, meta };
  },
});

/** Read the page of product names, with permitted actions. */
export const getProductNamesPage = procedure({
  name: "getProductNamesPage",
  may: "job_product.read",
  input: z.strictObject({}),
  async run(ctx) {
    const { job_product: may } = ctx.actor.permissions;
    return { names: await named(ctx), may_add: may.create, may_edit: may.create, may_delete: may.delete };
  },
});

/**
 * Read the choices for a new name's form: commonly sold products that have no own name yet, and the parts to name any
 * other product.
 */
export const getProductNameForm = procedure({
  name: "getProductNameForm",
  may: "job_product.create",
  input: z.strictObject({}),
  async run(ctx) {
    const taken = new Set((await readCompanyProductNames(ctx, ctx.actor.company.id)).map(formatProductKey));
    const offered = (await readCommonProducts(ctx)).filter((p) => !taken.has(formatProductKey(p)));
    return {
      products: offered.map((p) => ({ value: formatProductKey(p), label: p.name })),
      parts: await readProductParts(ctx),
    };
  },
});

/** Return one of the acting company's names; any other id gets a 404. */
async function ownName(ctx: Ctx<CompanyActor>, id: number) {
  const row = (await named(ctx)).find((item) => item.id === id);
  if (!row) throw notFound("We couldn't find that product name.");
  return row;
}

/** Read one name, for its form or deletion page. */
export const getProductName = procedure({
  name: "getProductName",
  may: "job_product.create",
  input: z.strictObject({ product_name_id }),
  async run(ctx, input) {
    const row = await ownName(ctx, input.product_name_id);
    return { ...row, may_delete: ctx.actor.permissions.job_product.delete };
  },
});

/** Refuse a name that the company already uses, ignoring case. */
async function refuseTwice(ctx: Ctx<CompanyActor>, typed: string, id?: number) {
  const others = await readCompanyProductNames(ctx, ctx.actor.company.id);
  const same = others.find((item) => item.id !== id && item.name.toLowerCase() === typed.toLowerCase());
  if (same) throw invalid({ name: ["You already use this name for another product."] });
  return others;
}

/** Refuse a name that the company already uses for another product, ignoring case. */
export const createProductName = procedure({
  name: "createProductName",
  may: "job_product.create",
  input: z.strictObject({ ...productFields, name }),
  output: idOutput,
  async run(ctx, { name: typed, ...input }) {
    // If no product is chosen from the form's list, the fields below the list determine the product.
    const key = parseProduct({ ...input, product: input.product || undefined });
    const product = key === null ? undefined : (await readProductsByKey(ctx, [key])).get(key);
    if (!product) throw invalid({ product: ["Choose a product"] });
    const others = await refuseTwice(ctx, typed);
    const named = others.find((item) => formatProductKey(item) === key);
    if (named) throw invalid({ product: [`You already call this product ${named.name}.`] });
    if (others.length >= MAX_ROWS)
      throw invalid({ name: [`${MAX_ROWS} names is the most that a company can have.`] });
    const { product_type_id, wood_species_id, wood_species_type_id } = product;
    const company_id = ctx.actor.company.id;
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .insert(productName)
            .values({ company_id, product_type_id, wood_species_id, wood_species_type_id, name: typed })
            .onConflictDoNothing(),
        ),
      ],
      { id: selectInsertedId(productName) },
    );
  },
});

/** Change a product's own name. Every load and paper that shows the product gets the new name. */
export const updateProductName = procedure({
  name: "updateProductName",
  may: "job_product.create",
  input: z.strictObject({ product_name_id, name, version }),
  output: idOutput,
  async run(ctx, input) {
    const row = await ownName(ctx, input.product_name_id);
    requireVersion(row, input.version, { name: row.name, version: row.version });
    await refuseTwice(ctx, input.name, row.id);
    if (row.name === input.name) return ctx.commit([], { id: row.id });
    return ctx.commit([updateWithVersion(ctx, productName, row, { name: input.name }, stillOwn(ctx))], {
      id: row.id,
    });
  },
});

/** Delete a name: the product gets its standard name back. */
export const deleteProductName = procedure({
  name: "deleteProductName",
  may: "job_product.delete",
  input: z.strictObject({ product_name_id, version }),
  output: idOutput,
  async run(ctx, input) {
    const row = await ownName(ctx, input.product_name_id);
    requireVersion(row, input.version, { name: row.name, version: row.version });
    return ctx.commit([updateWithVersion(ctx, productName, row, { is_deleted: true }, stillOwn(ctx))], {
      id: row.id,
    });
  },
});

const stillOwn = (ctx: Ctx<CompanyActor>) =>
  and(eq(productName.company_id, ctx.actor.company.id), sql`${productName.is_deleted} = 0`);
