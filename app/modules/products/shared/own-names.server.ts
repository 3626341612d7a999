import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepared.server";
import { productName } from "#db/schema";
import { formatProductKey, type ProductIds } from "~/modules/trip-tickets/rules/product-key";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";

type ProductColumns = Record<keyof ProductIds, SQLWrapper>;

/**
 * Select a company's own name for a product, as a column of a joined query; null if there is none. On a job and its
 * loads, use the company that requested the job: everyone who sees the load reads that company's name.
 */
export const companyProductNameQuery = (company: SQLWrapper, p: ProductColumns): SQL<string | null> =>
  sql<
    string | null
  >`(SELECT pn.name FROM product_name pn WHERE pn.is_deleted = 0 AND pn.company_id = ${company}
    AND pn.product_type_id = ${p.product_type_id}
    AND COALESCE(pn.wood_species_id, 0) = COALESCE(${p.wood_species_id}, 0)
    AND COALESCE(pn.wood_species_type_id, 0) = COALESCE(${p.wood_species_type_id}, 0))`;

/** Select the company that requested a job. */
export const jobRequesterQuery = (jobId: SQLWrapper): SQL =>
  sql`(SELECT j.request_user_company_id FROM job j WHERE j.id = ${jobId})`;

const findNames = prepareQuery((read) =>
  read
    .select({
      id: productName.id,
      name: productName.name,
      product_type_id: productName.product_type_id,
      wood_species_id: productName.wood_species_id,
      wood_species_type_id: productName.wood_species_type_id,
      version: productName.version,
    })
    .from(productName)
    .where(and(eq(productName.company_id, sql.placeholder("company")), sql`${productName.is_deleted} = 0`))
    .orderBy(productName.name, productName.id),
);

/** Return a company's own product names, sorted by name. */
export const readCompanyProductNames = (ctx: Pick<Ctx, "read">, company: number) =>
  findNames(ctx.read, { company });

/**
 * Return the acting company's own product names by product key, for option lists; empty for users who may not read
 * products.
 */
export async function readCompanyProductNamesByKey(
  ctx: Pick<Ctx<CompanyActor>, "read" | "actor">,
): Promise<Map<string, string>> {
  if (!ctx.actor.permissions.job_product.read) return new Map();
  const rows = await readCompanyProductNames(ctx, ctx.actor.company.id);
  return new Map(rows.map((row) => [formatProductKey(row), row.name]));
}
