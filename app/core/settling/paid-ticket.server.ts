import type { tripTicket } from "#db/schema";

/** What the pay of a load depends on. */
export type PaidTicket = Pick<
  typeof tripTicket.$inferSelect,
  | "product_type_id"
  | "wood_species_id"
  | "wood_species_type_id"
  | "job_destination_id"
  | "cutter_company_id"
  | "cutter_on_behalf_of_company_id"
  | "skidder_company_id"
  | "skidder_on_behalf_of_company_id"
  | "hauler_company_id"
  | "hauler_on_behalf_of_company_id"
  | "scaled_volume"
  | "scaled_wood_unit_type_id"
  | "net_pounds"
  | "deduction_pounds"
  | "estimated_volume"
  | "estimated_wood_unit_type_id"
  | "log_rule"
  | "dropped_off_at"
  | "scaled_at"
  | "received_at"
  | "created_at"
>;
/** A completed load that a commit makes itself. */
export type NewLoad = PaidTicket & { job_id: number };
