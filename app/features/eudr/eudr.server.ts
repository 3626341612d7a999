import { and, eq } from "drizzle-orm";
import { z } from "zod";
import {
  company,
  jobProduct,
  productType,
  usCounty,
  usState,
  woodSpecies,
  woodSpeciesType,
} from "#db/schema";
import { jobParty } from "#db/views";
import { may } from "~/domain/access/crew-permissions";
import { parseGeom } from "~/domain/geo/location";
import { productText } from "~/domain/tickets/trip-ticket";
import { jobOnLand } from "~/features/maps/job-map.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { notNow } from "~/web/refusal";
import { eudrFileName, eudrGeoJson, exportable, type Harvest, plotsOf, problemsOf } from "./eudr";

const input = z.strictObject({ id: z.number().int() });

async function harvestOf(ctx: Ctx<CompanyActor>, id: number): Promise<Harvest> {
  const { job } = await jobOnLand(ctx, id);
  const [[place], owners, products] = await Promise.all([
    ctx.read
      .select({ county: usCounty.name, stusps: usState.stusps })
      .from(usCounty)
      .innerJoin(usState, eq(usState.id, usCounty.us_state_id))
      .where(eq(usCounty.id, job.us_county_id)),
    ctx.read
      .select({ name: company.name })
      .from(jobParty)
      .innerJoin(company, eq(company.id, jobParty.company_id))
      .where(and(eq(jobParty.job_id, id), eq(jobParty.is_land_owner, true)))
      .orderBy(jobParty.id)
      .limit(1),
    ctx.read
      .select({
        product_type: productType.name,
        wood_species: woodSpecies.name,
        wood_species_type: woodSpeciesType.name,
      })
      .from(jobProduct)
      .innerJoin(productType, eq(productType.id, jobProduct.product_type_id))
      .leftJoin(woodSpecies, eq(woodSpecies.id, jobProduct.wood_species_id))
      .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, jobProduct.wood_species_type_id))
      .where(eq(jobProduct.job_id, id)),
  ]);
  // The land's owner is in the job's list of companies, so only people who may read that list see it.
  const may_see_producer = may(ctx.actor.permissions, "job_company.read");
  const isPlaced = job.latitude !== null && job.longitude !== null;
  return {
    name: job.name,
    county: place ? `${place.county}, ${place.stusps}` : "",
    geom: job.geom ? parseGeom(job.geom) : null,
    pin: isPlaced ? { latitude: Number(job.latitude), longitude: Number(job.longitude) } : null,
    producer: may_see_producer ? (owners[0]?.name ?? null) : null,
    may_see_producer,
    unnamed_products: [...new Set(products.filter((p) => p.wood_species === null).map(productText))],
  };
}

/** The page before the download: what is in the file, and what a buyer would find fault with. */
export const getEudrPage = procedure({
  name: "getEudrPage",
  may: "job.read",
  input,
  async run(ctx, { id }) {
    const harvest = await harvestOf(ctx, id);
    return {
      id,
      name: harvest.name,
      county: harvest.county,
      producer: harvest.producer,
      problems: problemsOf(harvest),
      plots: plotsOf(harvest),
      file_name: exportable(harvest) ? eudrFileName(harvest.name) : null,
    };
  },
});

/** The file itself, with the problems it still has; refused if there's no place to report. */
export const exportEudr = procedure({
  name: "exportEudr",
  may: "job.read",
  input,
  output: z.strictObject({
    file_name: z.string(),
    problems: z.array(z.string()).describe("In words; empty if there is nothing to fix."),
    geojson: z.string().describe("The file's text. Keep it unchanged: six decimals are required."),
  }),
  async run(ctx, { id }) {
    const harvest = await harvestOf(ctx, id);
    const problems = problemsOf(harvest);
    if (!exportable(harvest)) throw notNow(problems[0] ?? "There is nothing to export.");
    return { file_name: eudrFileName(harvest.name), problems, geojson: eudrGeoJson(harvest) };
  },
});
