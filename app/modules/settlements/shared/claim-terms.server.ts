import { sql } from "drizzle-orm";
import type { Cents } from "~/lib/money/money";

const ofShares = (what: string, whose: string) =>
  sql<number | null>`CASE WHEN amount_owed.share_no > 0 THEN (SELECT ${sql.raw(what)} FROM rate_share rs
    WHERE rs.rate_table = amount_owed.rate_table AND rs.rate_id = amount_owed.rate_id ${sql.raw(whose)}) END`;

/** Terms of a claim's rate other than its price: the minimum per load, and the shares of its receivers. */
export const CLAIM_TERMS = {
  minimum_cents: sql<Cents | null>`CASE amount_owed.rate_table
    WHEN 'product' THEN (SELECT rp.minimum_cents FROM job_product_rate rp WHERE rp.id = amount_owed.rate_id)
    WHEN 'haul' THEN (SELECT rh.minimum_cents FROM job_haul_rate rh WHERE rh.id = amount_owed.rate_id) END`,
  parts: ofShares("rs.parts", "AND rs.company_id = amount_owed.receiving_company_id"),
  all_parts: ofShares("sum(rs.parts)", ""),
};
