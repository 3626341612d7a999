import { tripTicket as t } from "#db/schema";

/** Columns that the pay of a load depends on. */
const PAY_DEPENDS_ON = {
  product_type_id: t.product_type_id,
  wood_species_id: t.wood_species_id,
  wood_species_type_id: t.wood_species_type_id,
  job_destination_id: t.job_destination_id,
  cutter_company_id: t.cutter_company_id,
  cutter_on_behalf_of_company_id: t.cutter_on_behalf_of_company_id,
  skidder_company_id: t.skidder_company_id,
  skidder_on_behalf_of_company_id: t.skidder_on_behalf_of_company_id,
  hauler_company_id: t.hauler_company_id,
  hauler_on_behalf_of_company_id: t.hauler_on_behalf_of_company_id,
  scaled_volume: t.scaled_volume,
  scaled_wood_unit_type_id: t.scaled_wood_unit_type_id,
  net_pounds: t.net_pounds,
  deduction_pounds: t.deduction_pounds,
  estimated_volume: t.estimated_volume,
  estimated_wood_unit_type_id: t.estimated_wood_unit_type_id,
  log_rule: t.log_rule,
  dropped_off_at: t.dropped_off_at,
  scaled_at: t.scaled_at,
  received_at: t.received_at,
  created_at: t.created_at,
};
/** Columns that the pay of a stored load depends on, and those that decide whether it pays anything. */
export const PAID_TICKET_COLUMNS = {
  id: t.id,
  version: t.version,
  job_id: t.job_id,
  trip_ticket_status_id: t.trip_ticket_status_id,
  is_deleted: t.is_deleted,
  is_sample: t.is_sample,
  ...PAY_DEPENDS_ON,
};
export type PaidTicket = Pick<typeof t.$inferSelect, keyof typeof PAY_DEPENDS_ON>;
/** A completed load that a commit itself creates. */
export type NewLoad = PaidTicket & { job_id: number };
