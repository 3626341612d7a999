import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { prepared } from "#db/prepared.server";
import { landing, landingInventory, productType, tripTicket, woodSpecies, woodSpeciesType } from "#db/schema";
import { wordsOf } from "~/core/history/words.server";
import type { VisibleJob } from "~/core/jobs/standing.server";
import { ownNameOf, requesterOf } from "~/core/products/own-names.server";
import { ticketsVisibleToCompany } from "~/core/tickets/access.server";
import { formatVolume } from "~/domain/measures/measures";
import { productLabel, STATUS } from "~/domain/tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { readContractVolumes } from "./contract-volumes.server";
import { type LoadGroup, workRows, workTotals } from "./work";

const PRODUCT = {
  product_type_id: tripTicket.product_type_id,
  wood_species_id: tripTicket.wood_species_id,
  wood_species_type_id: tripTicket.wood_species_type_id,
};

const JOB = sql.placeholder("job");
const SEEN = ticketsVisibleToCompany(sql.placeholder("me"));

const UNIT = sql<number | null>`CASE WHEN ${tripTicket.scaled_volume} IS NULL
    THEN ${tripTicket.estimated_wood_unit_type_id} ELSE ${tripTicket.scaled_wood_unit_type_id} END`;
const findGroups = prepared((read) =>
  read
    .select({
      ...PRODUCT,
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
      own_name: ownNameOf(requesterOf(tripTicket.job_id), tripTicket),
      status: tripTicket.trip_ticket_status_id,
      unit: UNIT,
      loads: sql<number>`count(*)`,
      volume: sql<number>`coalesce(sum(coalesce(${tripTicket.scaled_volume}, ${tripTicket.estimated_volume})), 0)`,
      unscaled: sql<number>`sum(${tripTicket.scaled_volume} IS NULL AND ${tripTicket.trip_ticket_status_id} = ${STATUS.completed})`,
    })
    .from(tripTicket)
    .innerJoin(productType, eq(productType.id, tripTicket.product_type_id))
    .leftJoin(woodSpecies, eq(woodSpecies.id, tripTicket.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, tripTicket.wood_species_type_id))
    .where(and(eq(tripTicket.job_id, JOB), eq(tripTicket.is_deleted, false), SEEN))
    .groupBy(
      tripTicket.product_type_id,
      tripTicket.wood_species_id,
      tripTicket.wood_species_type_id,
      tripTicket.trip_ticket_status_id,
      UNIT,
    ),
);

/** The job's loads that the company may see, counted by product, status and unit: a load's volume is the scaled one. */
async function readGroups(ctx: Ctx<CompanyActor>, jobId: number): Promise<LoadGroup[]> {
  const rows = await findGroups(ctx.read, { job: jobId, me: ctx.actor.company.id });
  return rows.map((row) => ({ ...row, name: productLabel(row) }));
}

const findLast = prepared((read) =>
  read
    .select({ id: tripTicket.id, number: tripTicket.trip_ticket_number, at: tripTicket.dropped_off_at })
    .from(tripTicket)
    .where(
      and(
        eq(tripTicket.job_id, JOB),
        eq(tripTicket.is_deleted, false),
        isNotNull(tripTicket.dropped_off_at),
        SEEN,
      ),
    )
    .orderBy(desc(tripTicket.dropped_off_at), desc(tripTicket.id))
    .limit(1),
);

/** The load that was dropped off last. */
async function readLast(ctx: Ctx<CompanyActor>, jobId: number) {
  const [row] = await findLast(ctx.read, { job: jobId, me: ctx.actor.company.id });
  return row?.at ? { id: row.id, number: row.number, at: row.at, text: wordsOf(ctx).instant(row.at) } : null;
}

const findLeft = prepared((read) =>
  read
    .select({
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
      own_name: ownNameOf(requesterOf(landing.job_id), landingInventory),
      unit: landingInventory.wood_unit_type_id,
      left: sql<number>`sum(${landingInventory.estimated_volume_remaining})`,
    })
    .from(landingInventory)
    .innerJoin(landing, eq(landing.id, landingInventory.landing_id))
    .innerJoin(productType, eq(productType.id, landingInventory.product_type_id))
    .leftJoin(woodSpecies, eq(woodSpecies.id, landingInventory.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, landingInventory.wood_species_type_id))
    .where(and(eq(landing.job_id, JOB), eq(landing.is_deleted, false)))
    .groupBy(
      landingInventory.product_type_id,
      landingInventory.wood_species_id,
      landingInventory.wood_species_type_id,
      landingInventory.wood_unit_type_id,
    )
    .having(sql`sum(${landingInventory.estimated_volume_remaining}) <> 0`),
);

/** What lies on the job's landings, each product in the units that it was noted in. */
async function readLandingLeft(ctx: Ctx<CompanyActor>, jobId: number) {
  const rows = await findLeft(ctx.read, { job: jobId });
  return rows.map((row) => ({
    name: productLabel(row),
    left: formatVolume(row.left, row.unit),
    negative: row.left < 0,
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
