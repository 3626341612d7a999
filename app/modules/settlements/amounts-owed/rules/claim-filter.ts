import { z } from "zod";

const ids = z.array(z.number().int()).max(500).optional();
const day = z.iso.date("Use a day as YYYY-MM-DD.").optional();
/** Status ids of an amount owed: unpaid 1, paid 2, void 3 (docs/domain.md#amounts-owed). */
export const AMOUNT_OWED_STATUS = { unpaid: 1, paid: 2, void: 3 } as const;
const status = z.union([z.literal(1), z.literal(2), z.literal(3)]);

/** Filter of a settlement search; an empty list doesn't filter. */
export const claimFilter = z.strictObject({
  trip_ticket_settlement_status_type_ids: z.array(status).max(3).optional(),
  settlement_type_ids: ids,
  /** Matches companies as payer or as payee. */
  company_ids: ids,
  paying_company_ids: ids,
  receiving_company_ids: ids,
  job_ids: ids,
  job_destination_ids: ids,
  product_type_ids: ids,
  trip_ticket_numbers: ids,
  earned_from: day,
  earned_to: day,
  /**
   * Open as on the pages To pay, To receive and a job's Money page: excludes claims marked not payable and claims with
   * no amount left.
   */
  open: z.boolean().optional(),
  has_problem: z.boolean().optional(),
});
export type ClaimFilter = z.output<typeof claimFilter>;

/** Related data that a client may request: for each settlement, or totals of all of them. */
export const SETTLEMENT_INCLUDES = [
  "trip_ticket",
  "trip_ticket_landing_inventory",
  "job_destination",
  "aggregated_data",
] as const;
export type SettlementInclude = (typeof SETTLEMENT_INCLUDES)[number];
