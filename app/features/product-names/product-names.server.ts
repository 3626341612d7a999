import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { productName } from "#db/schema";
import { readOwnNames } from "~/core/products/own-names.server";
import { productParts, productsByKey, readProducts } from "~/core/products/products.server";
import { givenProduct, productFields } from "~/core/tickets/product-input";
import { unitName } from "~/domain/measures/measures";
import { trimmed } from "~/domain/text/input";
import { productKey } from "~/domain/tickets/product-key";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { idOutput, listOf, outputId, outputVersion } from "~/web/output";
import { paging, partOf } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, missing } from "~/web/refusal";
import { asRead, revise } from "~/web/revise.server";

/** So many names at most: every page with products reads them all. */
const MOST = 500;
const product_name_id = z.number().int();
const version = z.number("Reload the page, then save.").int().min(1).max(1_000_000_000);
const name = trimmed(60, "The name can be at most 60 characters", "Enter a name").min(1, "Enter a name");

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

/** The acting company's names with the products that they are for, by name. */
async function named(ctx: Ctx<CompanyActor>) {
  const rows = await readOwnNames(ctx, ctx.actor.company.id);
  const known = await productsByKey(ctx, rows.map(productKey));
  return rows.map((row) => {
    const product = known.get(productKey(row));
    const unit = product?.unit ?? null;
    return { ...row, product: product?.name ?? "", unit: unit === null ? null : unitName(unit) };
  });
}

/** What the acting company calls its products. */
export const listProductNames = procedure({
  name: "listProductNames",
  may: "job_product.read",
  input: z.strictObject(paging),
  output: listOf("product_names", productNameOutput),
  async run(ctx, part) {
    const { rows, meta } = partOf(await named(ctx), part);
    return { product_names: rows, meta };
  },
});

/** The page of them, with what may be done there. */
export const getProductNames = procedure({
  name: "getProductNames",
  may: "job_product.read",
  input: z.strictObject({}),
  async run(ctx) {
    const { job_product: may } = ctx.actor.permissions;
    return { names: await named(ctx), may_add: may.create, may_edit: may.create, may_delete: may.delete };
  },
});

/** What the form of a new name offers: products as commonly sold that have no name yet, and the parts of any other. */
export const getProductNameForm = procedure({
  name: "getProductNameForm",
  may: "job_product.create",
  input: z.strictObject({}),
  async run(ctx) {
    const taken = new Set((await readOwnNames(ctx, ctx.actor.company.id)).map(productKey));
    const offered = (await readProducts(ctx)).filter((p) => !taken.has(productKey(p)));
    return {
      products: offered.map((p) => ({ value: productKey(p), label: p.name })),
      parts: await productParts(ctx),
    };
  },
});

/** A name of the acting company; anybody else's isn't found. */
async function ownName(ctx: Ctx<CompanyActor>, id: number) {
  const row = (await named(ctx)).find((one) => one.id === id);
  if (!row) throw missing("We couldn't find that product name.");
  return row;
}

/** One of them, for its form or the page that asks before it is deleted. */
export const getProductName = procedure({
  name: "getProductName",
  may: "job_product.create",
  input: z.strictObject({ product_name_id }),
  async run(ctx, input) {
    const row = await ownName(ctx, input.product_name_id);
    return { ...row, may_delete: ctx.actor.permissions.job_product.delete };
  },
});

/** Names are told apart by what they say, whatever their capitals. */
async function refuseTwice(ctx: Ctx<CompanyActor>, typed: string, id?: number) {
  const others = await readOwnNames(ctx, ctx.actor.company.id);
  const same = others.find((one) => one.id !== id && one.name.toLowerCase() === typed.toLowerCase());
  if (same) throw invalid({ name: ["You already use this name for another product."] });
  return others;
}

/** Names a product as the acting company calls it: any product, whether it is on a job or not. */
export const createProductName = procedure({
  name: "createProductName",
  may: "job_product.create",
  input: z.strictObject({ ...productFields, name }),
  output: idOutput,
  async run(ctx, { name: typed, ...input }) {
    // The form's list says nothing where the parts below it say which.
    const key = givenProduct({ ...input, product: input.product || undefined });
    const product = key === null ? undefined : (await productsByKey(ctx, [key])).get(key);
    if (!product) throw invalid({ product: ["Choose a product"] });
    const others = await refuseTwice(ctx, typed);
    const named = others.find((one) => productKey(one) === key);
    if (named) throw invalid({ product: [`You already call this product ${named.name}.`] });
    if (others.length >= MOST)
      throw invalid({ name: [`${MOST} names is the most that a company can have.`] });
    const { product_type_id, wood_species_id, wood_species_type_id } = product;
    const company_id = ctx.actor.company.id;
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .insert(productName)
            .values({ company_id, product_type_id, wood_species_id, wood_species_type_id, name: typed })
            .onConflictDoNothing(),
        ),
      ],
      { id: newest(productName) },
    );
  },
});

/** Changes what a product is called, on every load and paper that names it from then on; by who may name one. */
export const updateProductName = procedure({
  name: "updateProductName",
  may: "job_product.create",
  input: z.strictObject({ product_name_id, name, version }),
  output: idOutput,
  async run(ctx, input) {
    const row = await ownName(ctx, input.product_name_id);
    asRead(row, input.version, { name: row.name, version: row.version });
    await refuseTwice(ctx, input.name, row.id);
    if (row.name === input.name) return ctx.commit([], { id: row.id });
    return ctx.commit([revise(ctx, productName, row, { name: input.name }, stillOwn(ctx))], { id: row.id });
  },
});

/** Takes a name away: the product is called by its standard name again. */
export const deleteProductName = procedure({
  name: "deleteProductName",
  may: "job_product.delete",
  input: z.strictObject({ product_name_id, version }),
  output: idOutput,
  async run(ctx, input) {
    const row = await ownName(ctx, input.product_name_id);
    asRead(row, input.version, { name: row.name, version: row.version });
    return ctx.commit([revise(ctx, productName, row, { is_deleted: true }, stillOwn(ctx))], { id: row.id });
  },
});

const stillOwn = (ctx: Ctx<CompanyActor>) =>
  and(eq(productName.company_id, ctx.actor.company.id), sql`${productName.is_deleted} = 0`);
