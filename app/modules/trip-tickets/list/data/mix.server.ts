import { and, eq, isNull, sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepared.server";
import { jobDestination, jobProductMix, productType, woodSpecies, woodSpeciesType } from "#db/schema";
import { companyProductNameQuery, jobRequesterQuery } from "~/modules/products/shared/own-names.server";
import type { Ctx } from "~/web/procedure";

const mixOfJob = prepareQuery((read) =>
  read
    .select({
      job_destination_id: jobProductMix.job_destination_id,
      destination: jobDestination.name,
      product_type_id: jobProductMix.product_type_id,
      wood_species_id: jobProductMix.wood_species_id,
      wood_species_type_id: jobProductMix.wood_species_type_id,
      wood_unit_type_id: jobProductMix.wood_unit_type_id,
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
      own_name: companyProductNameQuery(jobRequesterQuery(jobDestination.job_id), jobProductMix),
    })
    .from(jobProductMix)
    .innerJoin(
      jobDestination,
      and(eq(jobDestination.id, jobProductMix.job_destination_id), isNull(jobDestination.removed_at)),
    )
    .innerJoin(productType, eq(productType.id, jobProductMix.product_type_id))
    .leftJoin(woodSpecies, eq(woodSpecies.id, jobProductMix.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, jobProductMix.wood_species_type_id))
    .where(and(eq(jobDestination.job_id, sql.placeholder("job")), eq(jobProductMix.is_accepted, true)))
    .orderBy(jobDestination.name, jobProductMix.id),
);

/** Return the products that a job's destinations accept, with their names. */
export const readJobDestinationProducts = ({ read }: Pick<Ctx, "read">, job: number) =>
  mixOfJob(read, { job });
