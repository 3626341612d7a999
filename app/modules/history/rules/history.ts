import { hasKey } from "~/lib/object/records";
import { getLogRuleLabel } from "~/lib/units/log-rules";

/** Events of a ticket or a job (docs/domain.md#history). */
export const ACTIVITIES = {
  comment_added: "Comment added",
  comment_updated: "Comment changed",
  comment_removed: "Comment removed",
  company_added: "Company added",
  company_accepted: "Company accepted",
  company_declined: "Company declined",
  company_removed: "Company removed",
  file_added: "File added",
  file_removed: "File removed",
  photo_added: "Photo added",
  photo_removed: "Photo removed",
  trip_ticket_created: "Trip ticket created",
  trip_ticket_updated: "Trip ticket updated",
  trip_ticket_deleted: "Trip ticket deleted",
  job_created: "Job created",
  job_updated: "Job updated",
  job_deleted: "Job deleted",
  landing_inventory_updated: "Landing inventory updated",
  owner_link_made: "Land owner's link made",
  owner_link_revoked: "Land owner's link ended",
  owner_report_given: "Report given to the land owner",
  owner_clock_set: "Land owner's report: time set",
} as const;
export type Activity = keyof typeof ACTIVITIES;
/** Return the label of an activity, or its name if another version of the program wrote it. */
export const activityLabel = (name: string): string => (hasKey(ACTIVITIES, name) ? ACTIVITIES[name] : name);

/** Fields that are never shown as changes. */
const SKIPPED = new Set(["created_at", "last_modified_at", "version", "trip_ticket_landing_inventory"]);

/** Change of one field. `readers` are the companies other than the job's requester that may read a price or contract. */
export type Diff = { key: string; saved: unknown; updated: unknown; readers?: number[] };

/**
 * Return the changes in an entry that a company may read: prices and contracts only for their `readers` and the job's
 * requester. Null if every change is hidden (docs/domain.md#who-sees-prices).
 */
export function filterReadableDiffs(diffs: readonly Diff[], me: number, requester: number): Diff[] | null {
  const readable = diffs.filter(({ readers }) => !readers || me === requester || readers.includes(me));
  if (diffs.length > 0 && readable.length === 0) return null;
  return readable.map(({ key, saved, updated }) => ({ key, saved, updated }));
}

const TOLD_WITH = ["comment", "photo", "file"] as const;

/** Check whether a user may read an entry's content. Everyone may see that the event happened. */
export function canReadContent(
  activity: string,
  flags: Record<(typeof TOLD_WITH)[number], { read: boolean }>,
): boolean {
  return TOLD_WITH.every((entity) => flags[entity].read || !activity.startsWith(`${entity}_`));
}

/** Return the fields that differ, with old and new values, except fields that always change. */
export function computeDiffs(saved: Record<string, unknown>, updated: Record<string, unknown>): Diff[] {
  return Object.keys(updated)
    .filter((key) => !SKIPPED.has(key) && (saved[key] ?? null) !== (updated[key] ?? null))
    .map((key) => ({ key, saved: saved[key] ?? null, updated: updated[key] ?? null }));
}

const WORDS: Record<string, string> = {
  job_destination: "Destination",
  trip_ticket_status: "Status",
  trip_ticket_priority: "Priority",
  picked_up_at: "Picked up",
  dropped_off_at: "Dropped off",
  scaled_at: "Scaled",
  received_at: "Received",
  loaded_at: "Loaded",
  hauler_user: "Driver",
};

/**
 * Check whether a change's key is a field name. Other keys contain text that users typed: "Elk Rapids veneer buyer,
 * miles".
 */
export const isFieldName = (key: string): boolean => /^[a-z0-9_]+$/.test(key);

/** Return a field's label, such as "Scale ticket number". Text that users typed is unchanged. */
export function fieldLabel(key: string): string {
  if (!isFieldName(key)) return key;
  const words = WORDS[key] ?? key.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * Format a value for display: instants by `formatInstant`, log rules by name, statuses without "Is ", empty values as a
 * dash.
 */
export function formatValue(value: unknown, formatInstant: (iso: string) => string): string {
  if (value === null || value === undefined || value === "") return "—";
  const text = String(value);
  return INSTANT.test(text) ? formatInstant(text) : (getLogRuleLabel(text) ?? text.replace(/^Is /, ""));
}

export type ChainedEntry = {
  seq: number;
  activity: string;
  creator_user_id: number | null;
  creator_company_id: number | null;
  creator_label: string | null;
  created_at: string;
  details: unknown;
};

/**
 * Return the text that an entry's hash covers: the previous hash (for the first entry, the subject's uid) and all the
 * entry's contents.
 */
export function formatHashInput(prevHash: string, entry: ChainedEntry): string {
  return JSON.stringify([
    prevHash,
    entry.seq,
    entry.activity,
    entry.creator_user_id,
    entry.creator_company_id,
    entry.creator_label,
    entry.created_at,
    entry.details,
  ]);
}
