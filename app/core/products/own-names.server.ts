import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { prepared } from "#db/prepared.server";
import { productName } from "#db/schema";
import { type ProductIds, productKey } from "~/domain/tickets/product-key";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";

type ProductColumns = Record<keyof ProductIds, SQLWrapper>;

/**
 * What a company calls a product, as a column of a query that joins tables; null where it has no name of its own. On a job
 * and its loads the company is the one whose job it is: who sees the load reads the name, and nobody else does.
 */
export const ownNameOf = (company: SQLWrapper, p: ProductColumns): SQL<string | null> =>
  sql<
    string | null
  >`(SELECT pn.name FROM product_name pn WHERE pn.is_deleted = 0 AND pn.company_id = ${company}
    AND pn.product_type_id = ${p.product_type_id}
    AND COALESCE(pn.wood_species_id, 0) = COALESCE(${p.wood_species_id}, 0)
    AND COALESCE(pn.wood_species_type_id, 0) = COALESCE(${p.wood_species_type_id}, 0))`;

/** Whose job it is, for the same. */
export const requesterOf = (jobId: SQLWrapper): SQL =>
  sql`(SELECT j.request_user_company_id FROM job j WHERE j.id = ${jobId})`;

const findNames = prepared((read) =>
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

/** The names that a company has for products, in their order. */
export const readOwnNames = (ctx: Pick<Ctx, "read">, company: number) => findNames(ctx.read, { company });

/** The acting company's names by the products' keys, for lists to choose from; none for who may not read products. */
export async function ownNamesByKey(
  ctx: Pick<Ctx<CompanyActor>, "read" | "actor">,
): Promise<Map<string, string>> {
  if (!ctx.actor.permissions.job_product.read) return new Map();
  const rows = await readOwnNames(ctx, ctx.actor.company.id);
  return new Map(rows.map((row) => [productKey(row), row.name]));
}
