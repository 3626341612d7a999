import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import { ticketsVisibleTo } from "~/core/tickets/access.server";
import { PLATE, plateKey } from "~/core/tickets/find-ids.server";
import { status } from "~/core/tickets/status-sql.server";
import type { Reading } from "~/web/procedure";
import { unusualWeight, type Weighed } from "./warnings";

type Truck = { id: number; truck_plate: string | null; hauler_user_id: number | null };

/** So many loads of a truck make its usual range. */
const LATEST = 12;
/** So many of its loads are looked at, wherever they went. */
const LOOK_AT = 150;

/** What its weights say of a load, held against what its truck brought before; nothing of one that wasn't weighed. */
export async function truckWarnings(ctx: Reading, load: Truck & Weighed): Promise<string[]> {
  if (load.net_pounds === null && load.tare_pounds === null) return [];
  return unusualWeight({ ...load, past: await truckPast(ctx, load) });
}

/**
 * What a load's truck weighed before, the newest first: the truck with its plate, else what its driver drove. Only of
 * loads that the acting company sees.
 */
export async function truckPast(ctx: Reading, truck: Truck) {
  const key = truck.truck_plate ? plateKey(truck.truck_plate) : "";
  const same: SQL | undefined = key
    ? sql`${tripTicket.truck_plate} IS NOT NULL AND ${PLATE} = ${key}`
    : truck.hauler_user_id === null
      ? undefined
      : sql`${tripTicket.hauler_user_id} = ${truck.hauler_user_id} AND ${tripTicket.trip_ticket_status_id} = ${status("completed")}`;
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
        ticketsVisibleTo(ctx.actor),
      ),
    )
    .orderBy(desc(tripTicket.id))
    .limit(LATEST);
}
