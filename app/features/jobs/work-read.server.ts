import { and, eq, sql } from "drizzle-orm";
import { prepared } from "#db/prepared.server";
import { landing, landingInventory, productType, woodSpecies, woodSpeciesType } from "#db/schema";
import { wordsOf } from "~/core/history/words.server";
import { IS_COUNT, stockLabel } from "~/core/jobs/inventory";
import type { VisibleJob } from "~/core/jobs/standing.server";
import { ownNameOf, requesterOf } from "~/core/products/own-names.server";
import { ticketsVisibleToCompany } from "~/core/tickets/access.server";
import { OPEN, status } from "~/core/tickets/status-sql.server";
import { formatVolume } from "~/domain/measures/measures";
import { productKey } from "~/domain/tickets/product-key";
import { productLabel } from "~/domain/tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { readContractVolumes } from "./contract-volumes.server";
import { readLastLoads } from "./last-loads.server";
import { type LoadGroup, workRows, workTotals } from "./work";

const JOB = sql.placeholder("job");
const ME = sql.placeholder("me");

/** What is completed is kept added up (db/derived-deliveries.sql); the others, which are few, are added up here. */
const DONE = sql`SELECT d.product_type_id, nullif(d.wood_species_id, 0) AS wood_species_id,
    nullif(d.wood_species_type_id, 0) AS wood_species_type_id, ${status("completed")} AS status, nullif(d.unit, 0) AS unit,
    d.loads, d.volume, d.unscaled, CASE WHEN d.unscaled = 0 THEN 0 ELSE (SELECT coalesce(sum(v.volume), 0)
      FROM company_delivery v INDEXED BY company_delivery_unscaled WHERE v.is_scaled = 0 AND v.company_id = d.company_id
       AND v.job_id = d.job_id AND v.unit = d.unit AND v.product_type_id = d.product_type_id
       AND coalesce(v.wood_species_id, 0) = d.wood_species_id AND coalesce(v.wood_species_type_id, 0) = d.wood_species_type_id) END AS estimated
  FROM company_job_done d WHERE d.company_id = ${ME} AND d.job_id = ${JOB}`;
const NOT_DONE = sql`SELECT product_type_id, wood_species_id, wood_species_type_id, trip_ticket_status_id AS status,
    CASE WHEN scaled_volume IS NULL THEN estimated_wood_unit_type_id ELSE scaled_wood_unit_type_id END AS unit,
    count(*) AS loads, sum(coalesce(scaled_volume, estimated_volume, 0)) AS volume, 0 AS unscaled, 0 AS estimated
  FROM trip_ticket WHERE job_id = ${JOB} AND ${OPEN} AND ${ticketsVisibleToCompany(ME)}
 GROUP BY 1, 2, 3, 4, 5`;
const GROUP = {
  product_type_id: sql<number>`g.product_type_id`,
  wood_species_id: sql<number | null>`g.wood_species_id`,
  wood_species_type_id: sql<number | null>`g.wood_species_type_id`,
};
const findGroups = prepared((read) =>
  read
    .select({
      ...GROUP,
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
      own_name: ownNameOf(requesterOf(JOB), GROUP),
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

/** The job's loads that the company may see, counted by product, status and unit: a load's volume is the scaled one. */
async function readGroups(ctx: Ctx<CompanyActor>, jobId: number): Promise<LoadGroup[]> {
  const rows = await findGroups(ctx.read, { job: jobId, me: ctx.actor.company.id });
  return rows.map((row) => ({ ...row, name: productLabel(row) }));
}

/** The load that was dropped off last. */
async function readLast(ctx: Ctx<CompanyActor>, jobId: number) {
  const load = (await readLastLoads(ctx, [jobId])).get(jobId);
  return load ? { ...load, text: wordsOf(ctx).instant(load.at) } : null;
}

const findLeft = prepared((read) =>
  read
    .select({
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
      own_name: ownNameOf(requesterOf(landing.job_id), landingInventory),
      landing_id: landingInventory.landing_id,
      product_type_id: landingInventory.product_type_id,
      wood_species_id: landingInventory.wood_species_id,
      wood_species_type_id: landingInventory.wood_species_type_id,
      unit: landingInventory.wood_unit_type_id,
      is_counted: sql`max(${sql.raw(IS_COUNT)})`.mapWith(Boolean),
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
 * What lies on the job's landings, each product in the units that it was noted in; and what left landings on which nobody counted it.
 */
async function readLandingLeft(ctx: Ctx<CompanyActor>, jobId: number) {
  const rows = await findLeft(ctx.read, { job: jobId });
  const keyOf = (row: (typeof rows)[number]) => `${row.landing_id} ${productKey(row)}`;
  const counted = new Set(rows.filter((row) => row.is_counted).map(keyOf));
  const sums = new Map<string, { name: string; left: number; unit: number; is_counted: boolean }>();
  for (const row of rows) {
    const is_counted = counted.has(keyOf(row));
    const key = [productKey(row), row.unit, is_counted].join();
    const sum = sums.get(key) ?? { name: productLabel(row), left: 0, unit: row.unit, is_counted };
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

/** How the work stands, for who may read its loads; what lies on landings for who may read that. */
export async function readWork(ctx: Ctx<CompanyActor>, found: VisibleJob) {
  const { id } = found.job;
  // A receiving mill isn't on the job and sees the loads that are bound for it.
  const loads = !found.standing.pending && ctx.actor.permissions.trip_ticket.read;
  const [groups, products, last, landings] = await Promise.all([
    loads ? readGroups(ctx, id) : null,
    found.rights.see_products ? readContractVolumes(ctx, id) : [],
    loads ? readLast(ctx, id) : null,
    found.rights.see_inventory ? readLandingLeft(ctx, id) : null,
  ]);
  const contracts = products.map((p) => ({
    ...p,
    unit: p.wood_unit_type_id,
    volume: p.contract_volume,
  }));
  return {
    loads: groups && { rows: workRows(id, groups, contracts), totals: workTotals(id, groups), last },
    landings,
  };
}
