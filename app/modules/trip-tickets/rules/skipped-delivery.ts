import { getStatusLabel, STATUS } from "./trip-ticket";

/** Measurements of a load, and its arrival time. */
export type MeasuredTicket = {
  scaled_volume: number | null;
  net_pounds: number | null;
  received_at: string | null;
};
const MEASURES = ["scaled_volume", "net_pounds", "received_at"] as const;

/** True if the load was scaled or received. Such a load is at its mill, whatever its ticket's status. */
export const isMeasured = (load: MeasuredTicket): boolean => MEASURES.some((name) => load[name] !== null);

type Load = MeasuredTicket & {
  trip_ticket_status_id: number;
  scaled_at: string | null;
  picked_up_at: string | null;
  dropped_off_at: string | null;
};

/** Check whether a load is neither completed nor cancelled. */
const isUndelivered = (status: number): boolean => status !== STATUS.completed && status !== STATUS.cancelled;

/**
 * Return the delivery fields for a load that is being measured although nobody marked it delivered, for example because
 * no hauler claimed it. The delivery time is the receiving time, else the scaling time, else now. Null if no delivery
 * was skipped.
 */
export function getSkippedDelivery(load: Load, change: Partial<Load>, now: Date) {
  const after = { ...load, ...change };
  const measures = MEASURES.some((name) => (change[name] ?? null) !== null);
  if (!measures || !isUndelivered(after.trip_ticket_status_id)) return null;
  const arrived = after.received_at ?? after.scaled_at ?? now.toISOString();
  const dropped = after.dropped_off_at ?? arrived;
  return {
    status: getStatusLabel(STATUS.completed),
    patch: {
      trip_ticket_status_id: STATUS.completed,
      dropped_off_at:
        after.picked_up_at !== null && after.picked_up_at > dropped ? after.picked_up_at : dropped,
    },
  };
}
