import { STATUS, statusName } from "./trip-ticket";

/** What was measured of a load, and when it came. */
export type Measures = {
  scaled_volume: number | null;
  net_pounds: number | null;
  received_at: string | null;
};
const MEASURES = ["scaled_volume", "net_pounds", "received_at"] as const;

/** A load that was scaled or received is at its mill, whatever its ticket says. */
export const isMeasured = (load: Measures): boolean => MEASURES.some((name) => load[name] !== null);

type Load = Measures & {
  trip_ticket_status_id: number;
  scaled_at: string | null;
  picked_up_at: string | null;
  dropped_off_at: string | null;
};

/** Whether a load still counts as waiting or under way. */
const isUndelivered = (status: number): boolean => status !== STATUS.completed && status !== STATUS.cancelled;

/**
 * Return what delivers a load that a change measures although its delivery was skipped: nobody claimed it, or nobody
 * pressed "Dropped off". It came when it was received, else when it was scaled, else now. Null where nothing was skipped.
 */
export function skippedDelivery(load: Load, change: Partial<Load>, now: Date) {
  const after = { ...load, ...change };
  const measures = MEASURES.some((name) => (change[name] ?? null) !== null);
  if (!measures || !isUndelivered(after.trip_ticket_status_id)) return null;
  const arrived = after.received_at ?? after.scaled_at ?? now.toISOString();
  const dropped = after.dropped_off_at ?? arrived;
  return {
    status: statusName(STATUS.completed),
    patch: {
      trip_ticket_status_id: STATUS.completed,
      dropped_off_at:
        after.picked_up_at !== null && after.picked_up_at > dropped ? after.picked_up_at : dropped,
    },
  };
}
