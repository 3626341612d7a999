import { and, eq, sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepared.server";
import { landing, landingInventory, productType, woodSpecies, woodSpeciesType } from "#db/schema";
import { formatVolume } from "~/lib/units/measures";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import { companyProductNameQuery, jobRequesterQuery } from "~/modules/products/shared/own-names.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/product-key";
import { formatCompanyProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import { ticketsVisibleToCompanyQuery } from "~/modules/trip-tickets/shared/access.server";
import { IS_OPEN_SQL, statusIdSql } from "~/modules/trip-tickets/shared/status-sql.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { IS_STOCK_COUNT_SQL, stockLabel } from "../rules/inventory";
import { createWorkRows, type LoadGroup, sumJobWork } from "../rules/work";
import type { VisibleJob } from "../shared/authorize.server";
import { readContractVolumes } from "./contract-volumes.server";
import { readLastLoads } from "./last-loads.server";

const JOB = sql.placeholder("job");
const ME = sql.placeholder("me");

/** Completed loads are stored as totals (db/derived-deliveries.sql); the few other loads are added up here. */
const DONE = sql`SELECT d.product_type_id, nullif(d.wood_species_id, 0) AS wood_species_id,
    nullif(d.wood_species_type_id, 0) AS wood_species_type_id, ${statusIdSql("completed")} AS status, nullif(d.unit, 0) AS unit,
    d.loads, d.volume, d.unscaled, CASE WHEN d.unscaled = 0 THEN 0 ELSE (SELECT coalesce(sum(v.volume), 0)
      FROM company_delivery v INDEXED BY company_delivery_unscaled WHERE v.is_scaled = 0 AND v.company_id = d.company_id
       AND v.job_id = d.job_id AND v.unit = d.unit AND v.product_type_id = d.product_type_id
       AND coalesce(v.wood_species_id, 0) = d.wood_species_id AND coalesce(v.wood_species_type_id, 0) = d.wood_species_type_id) END AS estimated
  FROM company_job_total d WHERE d.company_id = ${ME} AND d.job_id = ${JOB}`;
const NOT_DONE = sql`SELECT product_type_id, wood_species_id, wood_species_type_id, trip_ticket_status_id AS status,
    CASE WHEN scaled_volume IS NULL THEN estimated_wood_unit_type_id ELSE scaled_wood_unit_type_id END AS unit,
    count(*) AS loads, sum(coalesce(scaled_volume, estimated_volume, 0)) AS volume, 0 AS unscaled, 0 AS estimated
  FROM trip_ticket WHERE job_id = ${JOB} AND ${IS_OPEN_SQL} AND ${ticketsVisibleToCompanyQuery(ME)}
 GROUP BY 1, 2, 3, 4, 5`;
const GROUP = {
  product_type_id: sql<number>`g.product_type_id`,
  wood_species_id: sql<number | null>`g.wood_species_id`,
  wood_species_type_id: sql<number | null>`g.wood_species_type_id`,
};
const findGroups = prepareQuery((read) =>
  read
    .select({
      ...GROUP,
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
      own_name: companyProductNameQuery(jobRequesterQuery(JOB), GROUP),
      status: sql<number>`g.status`,
      unit: sql<number | null>`g.unit`,
      loads: sql<number>`g.loads`,
      volume: sql<number>`g.volume`,
      unscaled: sql<number>`g.unscaled`,
      estimated: sql<number>`g.estimated`,
    })
    .from(sql`(${DONE} UNION ALL ${NOT_DONE}) g`)
    .innerJoin(productType, eq(productType.id, GROUP.product_type_id))
    .leftJoin(woodSpecies, eq(woodSpecies.id, GROUP.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, GROUP.wood_species_type_id))
    .orderBy(sql`1, 2, 3, g.status, g.unit`),
);

/**
 * Count the job's loads that the company may see by product, status and unit. A load's volume is its scaled volume, or
 * the estimate if it isn't scaled.
 */
async function readGroups(ctx: Ctx<CompanyActor>, jobId: number): Promise<LoadGroup[]> {
  const rows = await findGroups(ctx.read, { job: jobId, me: ctx.actor.company.id });
  return rows.map((row) => ({ ...row, name: formatCompanyProduct(row) }));
}

/** Load that was dropped off last. */
async function readLast(ctx: Ctx<CompanyActor>, jobId: number) {
  const last = (await readLastLoads(ctx, [jobId])).get(jobId);
  if (!last) return null;
  const { zone, ...load } = last;
  return { ...load, text: createHistoryFormat(ctx).instant(load.at, zone) };
}

const findLeft = prepareQuery((read) =>
  read
    .select({
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
      own_name: companyProductNameQuery(jobRequesterQuery(landing.job_id), landingInventory),
      landing_id: landingInventory.landing_id,
      product_type_id: landingInventory.product_type_id,
      wood_species_id: landingInventory.wood_species_id,
      wood_species_type_id: landingInventory.wood_species_type_id,
      unit: landingInventory.wood_unit_type_id,
      is_counted: sql`max(${sql.raw(IS_STOCK_COUNT_SQL)})`.mapWith(Boolean),
      left: sql<number>`sum(${landingInventory.estimated_volume_remaining})`,
    })
    .from(landingInventory)
    .innerJoin(landing, eq(landing.id, landingInventory.landing_id))
    .innerJoin(productType, eq(productType.id, landingInventory.product_type_id))
    .leftJoin(woodSpecies, eq(woodSpecies.id, landingInventory.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, landingInventory.wood_species_type_id))
    .where(and(eq(landing.job_id, JOB), eq(landing.is_deleted, false)))
    .groupBy(
      landingInventory.landing_id,
      landingInventory.product_type_id,
      landingInventory.wood_species_id,
      landingInventory.wood_species_type_id,
      landingInventory.wood_unit_type_id,
    ),
);

/**
 * Return the wood left on the job's landings, by product and recorded unit, and the wood that left landings without an
 * inventory count.
 */
async function readLandingLeft(ctx: Ctx<CompanyActor>, jobId: number) {
  const rows = await findLeft(ctx.read, { job: jobId });
  const keyOf = (row: (typeof rows)[number]) => `${row.landing_id} ${formatProductKey(row)}`;
  const counted = new Set(rows.filter((row) => row.is_counted).map(keyOf));
  const sums = new Map<string, { name: string; left: number; unit: number; is_counted: boolean }>();
  for (const row of rows) {
    const is_counted = counted.has(keyOf(row));
    const key = [formatProductKey(row), row.unit, is_counted].join();
    const sum = sums.get(key) ?? { name: formatCompanyProduct(row), left: 0, unit: row.unit, is_counted };
    sums.set(key, { ...sum, left: sum.left + row.left });
  }
  return [...sums.values()]
    .filter(({ left }) => left !== 0)
    .map(({ name, left, unit, is_counted }) => ({
      name,
      left: stockLabel({ is_counted }, (sign) => formatVolume(sign * left, unit)),
      negative: is_counted && left < 0,
    }));
}

/**
 * Read the work of a job: its loads, for users who may read loads, and its landing inventory, for users who may read
 * inventory.
 */
export async function readJobWorkCard(ctx: Ctx<CompanyActor>, job: VisibleJob) {
  const { id } = job.job;
  // A receiving mill isn't on the job and sees the loads that are bound for it.
  const loads = !job.standing.pending && ctx.actor.permissions.trip_ticket.read;
  const [groups, products, last, landings] = await Promise.all([
    loads ? readGroups(ctx, id) : null,
    job.rights.see_products ? readContractVolumes(ctx, id) : [],
    loads ? readLast(ctx, id) : null,
    job.rights.see_inventory ? readLandingLeft(ctx, id) : null,
  ]);
  const contracts = products.map((p) => ({
    ...p,
    unit: p.wood_unit_type_id,
    volume: p.contract_volume,
  }));
  return {
    loads: groups && { rows: createWorkRows(id, groups, contracts), totals: sumJobWork(id, groups), last },
    landings,
  };
}
