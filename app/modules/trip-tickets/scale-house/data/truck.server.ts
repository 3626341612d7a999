import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import type { ReadCtx } from "~/web/procedure";
import { visibleTicketsQuery } from "../../shared/access.server";
import { NORMALIZED_PLATE_SQL, normalizePlate } from "../../shared/find-ids.server";
import { statusIdSql } from "../../shared/status-sql.server";
import { getUnusualWeightWarning, type WeighedLoad } from "../rules/warnings";

type Truck = { id: number; truck_plate: string | null; hauler_user_id: number | null };

/** Number of a truck's loads that determine its usual range. */
const LATEST = 12;
/** Maximum number of a truck's loads to scan, to any destination. */
const LOOK_AT = 150;

/** Return warnings about weights unlike those of the truck's earlier loads; empty if the load wasn't weighed. */
export async function readTruckWarnings(ctx: ReadCtx, load: Truck & WeighedLoad): Promise<string[]> {
  if (load.net_pounds === null && load.tare_pounds === null) return [];
  return getUnusualWeightWarning({ ...load, past: await readTruckHistory(ctx, load) });
}

/**
 * Return earlier weights of a load's truck, newest first. The truck is identified by its plate, else by its driver.
 * Only loads visible to the acting company count.
 */
export async function readTruckHistory(ctx: ReadCtx, truck: Truck) {
  const key = truck.truck_plate ? normalizePlate(truck.truck_plate) : "";
  const same: SQL | undefined = key
    ? sql`${tripTicket.truck_plate} IS NOT NULL AND ${NORMALIZED_PLATE_SQL} = ${key}`
    : truck.hauler_user_id === null
      ? undefined
      : sql`${tripTicket.hauler_user_id} = ${truck.hauler_user_id} AND ${tripTicket.trip_ticket_status_id} = ${statusIdSql("completed")}`;
  if (!same) return [];
  const latest = ctx.read
    .select({ id: tripTicket.id })
    .from(tripTicket)
    .where(same)
    .orderBy(desc(tripTicket.id))
    .limit(LOOK_AT);
  return ctx.read
    .select({
      net_pounds: tripTicket.net_pounds,
      tare_pounds: tripTicket.tare_pounds,
      scaled_at: tripTicket.scaled_at,
    })
    .from(tripTicket)
    .where(
      and(
        sql`${tripTicket.id} IN ${latest}`,
        sql`${tripTicket.id} <> ${truck.id}`,
        sql`${tripTicket.tare_pounds} IS NOT NULL`,
        eq(tripTicket.is_deleted, false),
        visibleTicketsQuery(ctx.actor),
      ),
    )
    .orderBy(desc(tripTicket.id))
    .limit(LATEST);
}
