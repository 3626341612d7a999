import { sql } from "drizzle-orm";
import { FEATURE } from "~/domain/access/company-features";
import { mayMiss } from "~/web/commit.server";
import type { Step } from "~/web/procedure";

export const TRIAL_MARKER = "settlements_trial";
export const TRIAL_EVENT = "settlements trial";
export const OFFERED_EVENT = "first time rate creation";

/**
 * For the commit that saves a rate: the first one of a company without an entry for settlements has the next page offer
 * a trial, once.
 */
export const offerTrial = (company: number, now: Date): Step =>
  mayMiss(sql`INSERT INTO company_marker (company_id, name, created_at)
    SELECT ${company}, ${TRIAL_MARKER}, ${now.toISOString()}
    WHERE NOT EXISTS (SELECT 1 FROM company_feature_access WHERE company_id = ${company} AND feature_id = ${FEATURE.settlements})
      AND NOT EXISTS (SELECT 1 FROM company_event WHERE company_id = ${company} AND name = ${OFFERED_EVENT})
    ON CONFLICT DO NOTHING`);
