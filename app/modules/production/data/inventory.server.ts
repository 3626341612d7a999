import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { job, landing, landingInventory, productType, woodSpecies, woodSpeciesType } from "#db/schema";
import { formatInstant, getDay } from "~/lib/time/time";
import { formatInventory, UNIT } from "~/lib/units/measures";
import {
  getInventoryUnit,
  groupByProduct,
  IS_STOCK_COUNT_SQL,
  stockLabel,
  sumLandingStock,
} from "~/modules/jobs/rules/inventory";
import { JOB_STATUS } from "~/modules/jobs/rules/job-status";
import { readInventoryUnits } from "~/modules/jobs/shared/inventory-units.server";
import { formatLandingName } from "~/modules/jobs/shared/landings.server";
import { getListActions } from "~/modules/trip-tickets/rules/list-actions";
import { formatListQuery } from "~/modules/trip-tickets/rules/list-query";
import { formatProductKey } from "~/modules/trip-tickets/rules/product-key";
import { formatProduct, STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { AVAILABLE_STATUS_IDS } from "~/modules/trip-tickets/shared/status-sql.server";
import type { CompanyActor } from "~/web/actor";
import { paths } from "~/web/paths";
import { procedure, type ReadCtx } from "~/web/procedure";
import { computeLoadTotals } from "../rules/aggregate";
import { inventoryOutput } from "../rules/output";

/** Maximum number of rows shown; a message tells the reader if rows are left out. */
const MAX_ROWS = 500;

/** SQL condition for active jobs that the company requests or has accepted to work on, and whose landings it may see. */
const workedOn = (
  me: number,
) => sql`${job.id} IN (SELECT j.id FROM job j WHERE j.request_user_company_id = ${me}
  UNION SELECT p.job_id FROM job_party p WHERE p.company_id = ${me})`;

/** Sum the wood that came onto each landing and left it, by product and by the unit in which it was recorded. */
const heldOn = ({ read, actor }: ReadCtx) =>
  read
    .select({
      landing_id: landing.id,
      landing: landing.name,
      job_id: job.id,
      job: job.name,
      load: sql<
        number | null
      >`(SELECT c.default_load_amount FROM company c WHERE c.id = ${job.request_user_company_id})`,
      product_type_id: landingInventory.product_type_id,
      wood_species_id: landingInventory.wood_species_id,
      wood_species_type_id: landingInventory.wood_species_type_id,
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
      unit: landingInventory.wood_unit_type_id,
      volume: sql<number>`sum(${landingInventory.estimated_volume_remaining})`,
      is_counted: sql`max(${sql.raw(IS_STOCK_COUNT_SQL)})`.mapWith(Boolean),
    })
    .from(job)
    .crossJoin(landing)
    .crossJoin(landingInventory)
    .crossJoin(productType)
    .leftJoin(woodSpecies, eq(woodSpecies.id, landingInventory.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, landingInventory.wood_species_type_id))
    .where(
      and(
        workedOn(actor.company.id),
        eq(job.is_deleted, false),
        eq(job.is_sample, false),
        eq(job.job_status_id, JOB_STATUS.active),
        eq(landing.job_id, job.id),
        eq(landing.is_deleted, false),
        eq(landingInventory.landing_id, landing.id),
        eq(productType.id, landingInventory.product_type_id),
      ),
    )
    .groupBy(
      landing.id,
      landingInventory.product_type_id,
      landingInventory.wood_species_id,
      landingInventory.wood_species_type_id,
      landingInventory.wood_unit_type_id,
    );

/**
 * Return the wood on each landing, as the landing's page shows it: in loads, or in the unit in which the reader sees
 * the product.
 */
async function landingsOf(ctx: ReadCtx) {
  const [rows, shownIn] = await Promise.all([heldOn(ctx), readInventoryUnits(ctx)]);
  const landings = new Map<number, typeof rows>();
  for (const row of rows) landings.set(row.landing_id, [...(landings.get(row.landing_id) ?? []), row]);
  return [...landings.values()]
    .flatMap((all) => groupByProduct(all).map((group) => group.rows))
    .flatMap((group) => {
      const [row] = group;
      const stock = sumLandingStock(group);
      const { held } = stock;
      if (!row || held === 0) return [];
      return [
        {
          landing_id: row.landing_id,
          landing: formatLandingName({ id: row.landing_id, name: row.landing }),
          job_id: row.job_id,
          job: row.job,
          product: formatProduct(row),
          left: stockLabel(stock, (sign) =>
            formatInventory(
              sign * held,
              UNIT.ton,
              getInventoryUnit(shownIn(formatProductKey(row))),
              row.load,
            ),
          ),
          negative: stock.negative,
          href: paths.job(row.job_id, "landing"),
        },
      ];
    })
    .sort(
      (a, b) =>
        a.job.localeCompare(b.job) ||
        a.landing.localeCompare(b.landing) ||
        a.product.localeCompare(b.product),
    );
}

/** Sum the loads that wait to be hauled, in the yard or available, by destination; each unit separately. */
async function waitingOf({ read, actor }: { read: ReadCtx["read"]; actor: CompanyActor }) {
  const rows = await read
    .select({
      destination_id: sql<number>`jd.id AS destination`,
      destination: sql<string>`jd.name`,
      job_id: sql<number>`j.id`,
      job: sql<string>`j.name`,
      unit: sql<number>`coalesce(t.estimated_wood_unit_type_id, 2) AS unit`,
      loads: sql<number>`count(*)`,
      volume: sql<number>`coalesce(sum(t.estimated_volume), 0)`,
    })
    .from(
      sql`ticket_company c INDEXED BY ticket_company_open CROSS JOIN trip_ticket t ON t.id = c.ticket_id
        CROSS JOIN job_destination jd ON jd.id = t.job_destination_id CROSS JOIN job j ON j.id = t.job_id`,
    )
    .where(
      sql`c.company_id = ${actor.company.id} AND c.status <> ${sql.raw(String(STATUS.completed))}
        AND +c.status IN ${AVAILABLE_STATUS_IDS}`,
    )
    .groupBy(sql`destination, unit`);
  const destinations = new Map<number, typeof rows>();
  for (const row of rows)
    destinations.set(row.destination_id, [...(destinations.get(row.destination_id) ?? []), row]);
  return [...destinations.values()]
    .flatMap((group) => {
      const [row] = group;
      if (!row) return [];
      const { loads, volumes } = computeLoadTotals(
        group.map((sum) => ({ ...sum, scaled: 0, estimated: sum.volume })),
      );
      const filter = { job_destination_ids: [row.destination_id] };
      return [
        {
          job_destination_id: row.destination_id,
          destination: row.destination,
          job_id: row.job_id,
          job: row.job,
          loads,
          volumes,
          href: paths.ticketList(formatListQuery({ view: "available", filter })),
        },
      ];
    })
    .sort((a, b) => a.job.localeCompare(b.job) || a.destination.localeCompare(b.destination));
}

/**
 * Return the wood left to haul now. This includes wood on the landings of active jobs that the company works on, for
 * users who may read landings; and loads waiting in a yard or on a landing, for users who work with loads.
 */
export const getInventory = procedure({
  name: "getInventory",
  may: "trip_ticket.read",
  input: z.strictObject({}),
  output: inventoryOutput,
  async run(ctx) {
    const { actor, now } = ctx;
    const [landings, waiting] = await Promise.all([
      actor.permissions.landing_inventory.read ? landingsOf(ctx) : null,
      getListActions(actor).works ? waitingOf(ctx) : null,
    ]);
    const today = getDay(now, actor.zone);
    const timestamp = now.toISOString();
    return {
      landings: landings?.slice(0, MAX_ROWS) ?? null,
      waiting: waiting?.slice(0, MAX_ROWS) ?? null,
      meta: {
        from: today,
        to: today,
        zone: actor.zone,
        today,
        as_of: { at: timestamp, text: formatInstant(timestamp, actor.zone, now) },
        left_out:
          Math.max(0, (landings?.length ?? 0) - MAX_ROWS) + Math.max(0, (waiting?.length ?? 0) - MAX_ROWS),
      },
    };
  },
});
