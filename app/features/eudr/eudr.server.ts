import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import {
  company,
  job,
  jobProduct,
  productType,
  tripTicket,
  usCounty,
  usState,
  woodSpecies,
  woodSpeciesType,
} from "#db/schema";
import { jobParty } from "#db/views";
import { ticketsVisibleTo } from "~/core/tickets/access.server";
import { may } from "~/domain/access/crew-permissions";
import { parseGeom } from "~/domain/geo/location";
import { productText, STATUS } from "~/domain/tickets/trip-ticket";
import { dayOf } from "~/domain/time/time";
import { jobOnLand } from "~/features/maps/job-map.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { notNow } from "~/web/refusal";
import { type DeliveredProduct, deliveredProducts, productCells } from "./delivered";
import { eudrFileName, eudrGeoJson, exportable, type Harvest, plotsOf, problemsOf } from "./eudr";

const input = z.strictObject({ id: z.number().int() });

async function harvestOf(ctx: Ctx<CompanyActor>, id: number): Promise<Harvest> {
  const { job: land } = await jobOnLand(ctx, id);
  const [[place], owners, products] = await Promise.all([
    ctx.read
      .select({ county: usCounty.name, stusps: usState.stusps })
      .from(usCounty)
      .innerJoin(usState, eq(usState.id, usCounty.us_state_id))
      .where(eq(usCounty.id, land.us_county_id)),
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
  const isPlaced = land.latitude !== null && land.longitude !== null;
  return {
    name: land.name,
    county: place ? `${place.county}, ${place.stusps}` : "",
    geom: land.geom ? parseGeom(land.geom) : null,
    pin: isPlaced ? { latitude: Number(land.latitude), longitude: Number(land.longitude) } : null,
    producer: may_see_producer ? (owners[0]?.name ?? null) : null,
    may_see_producer,
    unnamed_products: [...new Set(products.filter((p) => p.wood_species === null).map(productText))],
  };
}

/** What this job has delivered, as far as the reader sees its loads. */
async function deliveredOf(ctx: Ctx<CompanyActor>, id: number): Promise<DeliveredProduct[]> {
  if (!may(ctx.actor.permissions, "trip_ticket.read")) return [];
  const t = tripTicket;
  const rows = await ctx.read
    .select({
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
      scientific_name: woodSpecies.scientific_name,
      net_pounds: t.net_pounds,
      deduction_pounds: t.deduction_pounds,
      scaled_volume: t.scaled_volume,
      scaled_wood_unit_type_id: t.scaled_wood_unit_type_id,
      loaded_at: sql<string | null>`COALESCE(${t.loaded_at}, ${t.picked_up_at})`,
      delivered_at: sql<string | null>`COALESCE(${t.dropped_off_at}, ${t.scaled_at})`,
      zone: usState.time_zone,
    })
    .from(t)
    .innerJoin(job, eq(job.id, t.job_id))
    .innerJoin(usState, eq(usState.id, job.us_state_id))
    .innerJoin(productType, eq(productType.id, t.product_type_id))
    .leftJoin(woodSpecies, eq(woodSpecies.id, t.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, t.wood_species_type_id))
    .where(and(eq(t.job_id, id), eq(t.trip_ticket_status_id, STATUS.completed), ticketsVisibleTo(ctx.actor)))
    .limit(MOST_LOADS);
  const zone = rows[0]?.zone ?? ctx.actor.zone;
  return deliveredProducts(
    rows.map((row) => ({ ...row, product: productText(row), common_name: row.wood_species })),
    (at) => dayOf(new Date(at), zone),
  );
}

/** So many loads of a job are added up. */
const MOST_LOADS = 50_000;

/** The page before the download: what is in the file, and what a buyer would find fault with. */
export const getEudrPage = procedure({
  name: "getEudrPage",
  may: "job.read",
  input,
  async run(ctx, { id }) {
    const [harvest, products] = await Promise.all([harvestOf(ctx, id), deliveredOf(ctx, id)]);
    return {
      products,
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
    products: z
      .array(
        z.strictObject({
          product: z.string(),
          scientific_name: z.string().nullable(),
          common_name: z.string().nullable(),
          loads: z.number().int(),
          kilograms: z.number().int(),
          volumes: z.array(z.string()).describe("What has a volume and no weight, by unit."),
          unmeasured: z.number().int().describe("Loads that were neither weighed nor scaled."),
          from: z.string().nullable(),
          to: z.string().nullable(),
        }),
      )
      .describe("What was delivered, by product: names, net mass, first loaded and last delivered day."),
  }),
  async run(ctx, { id }) {
    const [harvest, products] = await Promise.all([harvestOf(ctx, id), deliveredOf(ctx, id)]);
    const problems = problemsOf(harvest);
    if (!exportable(harvest)) throw notNow(problems[0] ?? "There is nothing to export.");
    return { file_name: eudrFileName(harvest.name), problems, geojson: eudrGeoJson(harvest), products };
  },
});

/** What was delivered as lines of a CSV file: the quantities that go beside the places. */
export const exportEudrProducts = procedure({
  name: "exportEudrProducts",
  may: "job.read",
  input,
  async run(ctx, { id }) {
    const harvest = await harvestOf(ctx, id);
    const products = await deliveredOf(ctx, id);
    if (products.length === 0) throw notNow("No load of this job has been delivered yet.");
    return {
      file_name: eudrFileName(harvest.name).replace(/\.geojson$/, "-products.csv"),
      cells: productCells(products),
    };
  },
});
