import { desc, getTableColumns, type SQL } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import { readJobTimeZones } from "~/modules/jobs/shared/place-zones.server";
import { getTimeWarnings } from "~/modules/trip-tickets/edit/rules/times";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { getUnusualWeightWarning } from "~/modules/trip-tickets/scale-house/rules/warnings";
import { getTicketWarnings } from "~/modules/trip-tickets/shared/change-plan.server";
import { normalizePlate } from "~/modules/trip-tickets/shared/find-ids.server";
import { USUAL_LOADS } from "~/modules/trip-tickets/shared/usual-loads.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";

/** Maximum number of a job's loads to check, newest first. */
const LOOK_AT = 1_000;
/** Number of a truck's earlier loads used to compute its usual weight range. */
const PAST = 12;
/** Maximum number of loads listed; the total is shown above a list that is cut. */
const MAX_SHOWN = 100;

/**
 * Read loads with implausible figures, each with a description: a volume that contradicts the weight or the estimate, a
 * weight unusual for its truck, or times in the future, long before the ticket, or out of order.
 */
export async function readContradictions(ctx: Ctx<CompanyActor>, jobId: number, mine: SQL) {
  const [rows, places] = await Promise.all([
    ctx.read
      .select({ ...getTableColumns(tripTicket), ...USUAL_LOADS })
      .from(tripTicket)
      .where(mine)
      .orderBy(desc(tripTicket.id))
      .limit(LOOK_AT),
    readJobTimeZones(ctx.read, jobId),
  ]);
  const loads = rows.filter((t) => t.trip_ticket_status_id !== STATUS.cancelled);
  const trucks = new Map<string, typeof loads>();
  for (const load of loads) {
    const key = load.truck_plate ? normalizePlate(load.truck_plate) : "";
    if (key) trucks.set(key, [...(trucks.get(key) ?? []), load]);
  }
  const earlier = (load: (typeof loads)[number]) =>
    (trucks.get(load.truck_plate ? normalizePlate(load.truck_plate) : "") ?? [])
      .filter((other) => other.id < load.id && other.tare_pounds !== null)
      .slice(0, PAST);
  const odd = loads.flatMap((load) => {
    const zones = { job_zone: places.job_zone, mill_zone: places.mill_zone(load.job_destination_id) };
    const words = [
      ...getTimeWarnings(load),
      ...getTicketWarnings(ctx, load, { ...load, ...zones }),
      ...getUnusualWeightWarning({ ...load, past: earlier(load) }),
    ];
    return words.length ? [{ id: load.id, number: load.trip_ticket_number, words }] : [];
  });
  return { total: odd.length, looked_at: rows.length, tickets: odd.slice(0, MAX_SHOWN) };
}
