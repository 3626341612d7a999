import { sql } from "drizzle-orm";
import type { Cents } from "~/domain/money/money";

const ofShares = (what: string, whose: string) =>
  sql<
    number | null
  >`CASE WHEN trip_ticket_settlement.share_no > 0 THEN (SELECT ${sql.raw(what)} FROM rate_share rs
    WHERE rs.rate_table = trip_ticket_settlement.rate_table AND rs.rate_id = trip_ticket_settlement.rate_id ${sql.raw(whose)}) END`;

/** Terms of a claim's rate other than its price: the minimum per load, and how it is split. */
export const CLAIM_TERMS = {
  minimum_cents: sql<Cents | null>`CASE trip_ticket_settlement.rate_table
    WHEN 'product' THEN (SELECT rp.minimum_cents FROM job_product_rate rp WHERE rp.id = trip_ticket_settlement.rate_id)
    WHEN 'haul' THEN (SELECT rh.minimum_cents FROM job_haul_rate rh WHERE rh.id = trip_ticket_settlement.rate_id) END`,
  parts: ofShares("rs.parts", "AND rs.company_id = trip_ticket_settlement.receiving_company_id"),
  all_parts: ofShares("sum(rs.parts)", ""),
};
