import { eq, sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepared.server";
import { jobProduct, productType, woodSpecies, woodSpeciesType } from "#db/schema";
import { companyProductNameQuery, jobRequesterQuery } from "~/modules/products/shared/own-names.server";
import type { Ctx } from "~/web/procedure";

const findProducts = prepareQuery((read) =>
  read
    .select({
      id: jobProduct.id,
      product_type_id: jobProduct.product_type_id,
      wood_species_id: jobProduct.wood_species_id,
      wood_species_type_id: jobProduct.wood_species_type_id,
      wood_unit_type_id: jobProduct.wood_unit_type_id,
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
      own_name: companyProductNameQuery(jobRequesterQuery(jobProduct.job_id), jobProduct),
    })
    .from(jobProduct)
    .innerJoin(productType, eq(productType.id, jobProduct.product_type_id))
    .leftJoin(woodSpecies, eq(woodSpecies.id, jobProduct.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, jobProduct.wood_species_type_id))
    .where(eq(jobProduct.job_id, sql.placeholder("job")))
    .orderBy(jobProduct.id),
);

/** Read a job's products with their names, in the order in which they were added. */
export const readJobProducts = (ctx: Pick<Ctx, "read">, jobId: number) =>
  findProducts(ctx.read, { job: jobId });
