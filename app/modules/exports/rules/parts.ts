import { DATE_COLUMN_KEYS, type ExportColumnKey, type ExportFact } from "./columns";

const VOLUME: readonly ExportColumnKey[] = ["volume", "volume_unit", "volume_basis"];
/** Row parts that only the export column of the same name shows. */
const ownColumns = (keys: readonly ExportColumnKey[]) =>
  Object.fromEntries(keys.map((key) => [`trip_ticket.${key}`, [key]]));
const shownBy = (of: string, names: readonly string[], by: readonly ExportFact[]) =>
  Object.fromEntries(names.map((name) => [`${of}.${name}`, by]));
const nowhere = (of: string, names: readonly string[]) => shownBy(of, names, []);

/**
 * Parts of a ticket's row (`selectTickets`) that most files don't show, each with the export fields that need it. A
 * file without those fields doesn't read the part. Unlisted parts are always read, because they determine whether a
 * company may see a ticket's land. Having received the load or created the ticket doesn't determine that.
 */
const SHOWN_BY: Record<string, readonly ExportFact[]> = {
  cutter: ["cutter", "cutter_for"],
  skidder: ["skidder", "skidder_for"],
  hauler: ["hauler", "hauler_for", "hauler_name"],
  hauler_user: ["hauler_user"],
  landing: ["landing"],
  mill_zone: ["zones", ...DATE_COLUMN_KEYS],
  job_start: [],
  own_name: ["product", "own_product"],
  product_type: ["product_type", "product"],
  wood_species: ["wood_species", "product"],
  wood_species_type: ["wood_species", "wood_species_type", "product"],
  // The destination's location determines its mill.
  company_location: ["mill", "ids", "destination_address", "destination_position"],
  ...shownBy("company_location", ["address", "city", "zip"], ["destination_address"]),
  ...shownBy("company_location", ["latitude", "longitude"], ["destination_position"]),
  company_destination: ["destination_position", "destination_notes"],
  "company_destination.notes": ["destination_notes"],
  ...shownBy("company_destination", ["latitude", "longitude"], ["destination_position"]),
  pinned_mill_id: ["mill", "ids"],
  mill: ["mill", "ids"],
  place_state: ["destination_address"],
  "destination.name": ["destination"],
  "destination.mileage": ["mileage"],
  "requester.name": ["company"],
  "job.name": ["job"],
  "job.contract_number": ["contract_number"],
  "job.harvest_notification_number": ["harvest_notification_number"],
  "job.township": ["township"],
  "job.range": ["range"],
  "job.section": ["section"],
  "job.county": ["county"],
  "job.stusps": ["state"],
  "trip_ticket.trip_ticket_number": ["load_id"],
  "trip_ticket.trip_ticket_priority_id": ["priority"],
  "trip_ticket.estimated_volume": ["estimated_volume", "estimated_unit", ...VOLUME],
  "trip_ticket.estimated_wood_unit_type_id": ["estimated_unit", ...VOLUME],
  "trip_ticket.scaled_volume": ["scaled_volume", "scaled_unit", ...VOLUME],
  "trip_ticket.scaled_wood_unit_type_id": ["scaled_unit", ...VOLUME],
  "trip_ticket.gross_pounds": ["gross_pounds", "weight_unit"],
  "trip_ticket.tare_pounds": ["tare_pounds", "weight_unit"],
  "trip_ticket.net_pounds": ["net_pounds", "weight_unit"],
  "trip_ticket.driver_name": ["driver_name", "hauler_user"],
  ...ownColumns([
    ...DATE_COLUMN_KEYS,
    ...(["load_number", "scale_ticket_number", "deduction_pounds", "deduction_class", "log_rule"] as const),
    ...([
      "truck_number",
      "truck_plate",
      "trailer_plate",
      "loader_name",
      "loader_machine",
      "township",
    ] as const),
  ]),
  // Ids that only BOOST files use.
  "destination.id": ["ids"],
  ...shownBy("trip_ticket", ["product_type_id", "wood_species_id", "wood_species_type_id"], ["ids"]),
  scientific_name: ["scientific_name"],
  // Parts that no file shows; papers and permission checks read the whole row.
  ...nowhere("company_location", ["company_id", "name", "us_state_id"]),
  ...nowhere("company_destination", ["name"]),
  ...nowhere("job", ["meridian", "latitude", "longitude", "log_brand", "state", "job_status_id"]),
  ...nowhere("requester", ["logo_url"]),
  ...nowhere("destination", ["mileage_is_estimate"]),
  ...nowhere("trip_ticket", [
    ...["uid", "job_destination_id"],
    ...["cutter_user_id", "skidder_user_id", "hauler_user_id", "scaler_user_id", "receiver_user_id"],
    ...[
      "landing_id",
      "latitude",
      "longitude",
      "creator_user_id",
      "creator_company_id",
      "is_deleted",
      "is_sample",
      "version",
    ],
  ]),
  cutter_user: [],
  skidder_user: [],
  scaler_user: [],
  receiver_user: [],
  landing_notes: [],
  green_pounds_a_foot: [],
  hauler_load: [],
  requester_load: [],
  status: [],
  priority: [],
  mill_has_users: [],
  settlement_paid: [],
};

/** List the row parts that a file with the given facts doesn't need. */
export function listUnusedRowParts(keys: readonly string[]): ReadonlySet<string> {
  const shown = new Set(keys);
  return new Set(
    Object.entries(SHOWN_BY).flatMap(([part, by]) => (by.some((key) => shown.has(key)) ? [] : [part])),
  );
}
