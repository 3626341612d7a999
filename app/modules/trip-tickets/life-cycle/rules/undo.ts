import type { Diff } from "~/modules/history/rules/history";
import { getStatusLabel, STATUS_IDS, type StatusId } from "../../rules/trip-ticket";

/** Number of seconds within which a user can undo their own action. */
export const STEP_UNDO_SECONDS = 60;

/** Times that an action sets or clears, by their field names in history, which stores the raw values. */
const TIMES = ["picked_up_at", "dropped_off_at", "received_at"] as const;

/** The parts of a ticket's history entry that undoing needs. */
export type LastChange = {
  activity: string;
  created_at: string;
  creator_user_id: number | null;
  creator_company_id: number | null;
  details: { diffs?: Diff[]; content?: string };
};

export type UndoPlan = {
  /** The load's previous status, and its current one. */
  back_to: StatusId;
  from: StatusId;
  times: Partial<Record<(typeof TIMES)[number], string | null>>;
  clears_receiver: boolean;
};

/** Return the status with this name in history. */
export const parseHistoryStatus = (name: unknown): StatusId | undefined =>
  STATUS_IDS.find((id) => getStatusLabel(id) === name);

/**
 * Return the plan to undo a ticket's last change. Null if that change wasn't just a status action, was another user's,
 * or is too long ago. Claims and releases can't be undone because they name companies; release or claim the load
 * instead.
 */
export function planUndo(
  last: LastChange | undefined,
  who: { user: number | undefined; company: number },
  now: Date,
): UndoPlan | null {
  if (last?.activity !== "trip_ticket_updated" || who.user === undefined) return null;
  if (last.creator_user_id !== who.user || last.creator_company_id !== who.company) return null;
  const age = now.getTime() - Date.parse(last.created_at);
  if (age < 0 || age > STEP_UNDO_SECONDS * 1000) return null;
  // An undo can't itself be undone.
  if (last.details.content !== undefined) return null;
  const diffs = last.details.diffs ?? [];
  const status = diffs.find((d) => d.key === "trip_ticket_status");
  const back_to = parseHistoryStatus(status?.saved);
  const from = parseHistoryStatus(status?.updated);
  if (back_to === undefined || from === undefined) return null;
  const undoing: UndoPlan = { back_to, from, times: {}, clears_receiver: false };
  for (const { key, saved } of diffs) {
    const time = TIMES.find((name) => name === key);
    if (time) undoing.times[time] = saved === null ? null : String(saved);
    else if (key === "receiver_user" && saved === null) undoing.clears_receiver = true;
    else if (key !== "trip_ticket_status") return null;
  }
  return undoing;
}
