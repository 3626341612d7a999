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
import { hasPermission } from "~/lib/access/crew-permissions";
import { parseGeometry } from "~/lib/geo/location";
import { getDay } from "~/lib/time/time";
import { requireJobLandAccess } from "~/modules/maps/shared/job-map.server";
import { formatProduct, STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { unprocessable } from "~/web/refusal";
import { type DeliveredProduct, sumDeliveredProducts, toProductCells } from "../rules/delivered";
import {
  buildEudrFileName,
  buildEudrGeoJson,
  canExportEudr,
  type EudrHarvest,
  findEudrProblems,
  listEudrPlots,
} from "../rules/eudr";

const input = z.strictObject({ id: z.number().int() });

async function harvestOf(ctx: Ctx<CompanyActor>, id: number): Promise<EudrHarvest> {
  const { job: land } = await requireJobLandAccess(ctx, id);
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
  // Show the land owner only to users who may read the job's list of companies, because the land owner is on that list.
  const may_see_producer = hasPermission(ctx.actor.permissions, "job_company.read");
  const isPlaced = land.latitude !== null && land.longitude !== null;
  return {
    name: land.name,
    county: place ? `${place.county}, ${place.stusps}` : "",
    geom: land.geom ? parseGeometry(land.geom) : null,
    pin: isPlaced ? { latitude: Number(land.latitude), longitude: Number(land.longitude) } : null,
    producer: may_see_producer ? (owners[0]?.name ?? null) : null,
    may_see_producer,
    unnamed_products: [...new Set(products.filter((p) => p.wood_species === null).map(formatProduct))],
  };
}

/** Sum the job's deliveries by product, limited to the loads that the user sees. */
async function deliveredOf(ctx: Ctx<CompanyActor>, id: number): Promise<DeliveredProduct[]> {
  if (!hasPermission(ctx.actor.permissions, "trip_ticket.read")) return [];
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
    .where(
      and(eq(t.job_id, id), eq(t.trip_ticket_status_id, STATUS.completed), visibleTicketsQuery(ctx.actor)),
    )
    .limit(MAX_LOADS);
  const zone = rows[0]?.zone ?? ctx.actor.zone;
  return sumDeliveredProducts(
    rows.map((row) => ({ ...row, product: formatProduct(row), common_name: row.wood_species })),
    (instant) => getDay(new Date(instant), zone),
  );
}

/** Maximum number of a job's loads to sum. */
const MAX_LOADS = 50_000;

/** Return the data of the page before the download: the file's contents, and problems that a buyer would report. */
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
      problems: findEudrProblems(harvest),
      plots: listEudrPlots(harvest),
      file_name: canExportEudr(harvest) ? buildEudrFileName(harvest.name) : null,
    };
  },
});

/** Return the file and its remaining problems; refused if the job has no location to report. */
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
    const problems = findEudrProblems(harvest);
    if (!canExportEudr(harvest)) throw unprocessable(problems[0] ?? "There is nothing to export.");
    return {
      file_name: buildEudrFileName(harvest.name),
      problems,
      geojson: buildEudrGeoJson(harvest),
      products,
    };
  },
});

/** Return the deliveries by product as a CSV file, to accompany the file of harvest areas. */
export const exportEudrProducts = procedure({
  name: "exportEudrProducts",
  may: "job.read",
  input,
  async run(ctx, { id }) {
    const harvest = await harvestOf(ctx, id);
    const products = await deliveredOf(ctx, id);
    if (products.length === 0) throw unprocessable("No load of this job has been delivered yet.");
    return {
      file_name: buildEudrFileName(harvest.name).replace(/\.geojson$/, "-products.csv"),
      cells: toProductCells(products),
    };
  },
});
