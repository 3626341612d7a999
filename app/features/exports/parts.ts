import { type ExportColumnKey, isColumnKey } from "./columns";

/**
 * Parts of a ticket's row (`selectTickets`) that most files don't show, each with the columns that do. A file that has none of
 * them reads its tickets without the part. What isn't here is always read: every right on a ticket goes by it.
 */
const SHOWN_BY: Record<string, readonly ExportColumnKey[]> = {
  cutter: ["cutter", "cutter_for"],
  skidder: ["skidder", "skidder_for"],
  hauler: ["hauler", "hauler_for"],
  hauler_user: ["hauler_user"],
  landing: ["landing"],
  own_name: ["product", "own_product"],
  company_location: ["mill", "destination_address", "destination_position", "destination_notes"],
  company_destination: ["mill", "destination_address", "destination_position", "destination_notes"],
  pinned_mill_id: ["mill"],
  place_state: ["destination_address"],
  "job.county": ["county"],
  "job.stusps": ["state"],
  // No file's columns have these; papers, rights and the open standard read the whole row.
  "job.meridian": [],
  "job.latitude": [],
  "job.longitude": [],
  "job.log_brand": [],
  "job.state": [],
  cutter_user: [],
  skidder_user: [],
  scaler_user: [],
  receiver_user: [],
  landing_notes: [],
  green_pounds_a_foot: [],
  scientific_name: [],
  status: [],
  priority: [],
  mill_has_users: [],
  settlement_paid: [],
};

/** The parts that a file of these columns does without. */
export function partsLeftOut(keys: readonly string[]): ReadonlySet<string> {
  const shown = new Set(keys.filter(isColumnKey));
  return new Set(
    Object.entries(SHOWN_BY).flatMap(([part, by]) => (by.some((key) => shown.has(key)) ? [] : [part])),
  );
}
