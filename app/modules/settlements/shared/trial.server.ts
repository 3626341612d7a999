import { sql } from "drizzle-orm";
import { FEATURE } from "~/lib/access/company-features";
import { anyRows } from "~/web/commit.server";
import type { Step } from "~/web/procedure";

export const TRIAL_MARKER = "settlements_trial";
export const TRIAL_EVENT = "settlements trial";
export const TRIAL_OFFERED_EVENT = "first time rate creation";

/**
 * For the commit that saves a rate: after the first rate of a company without a settlements entry, the next page offers
 * a trial, once.
 */
export const offerTrialStep = (company: number, now: Date): Step =>
  anyRows(sql`INSERT INTO company_flag (company_id, name, created_at)
    SELECT ${company}, ${TRIAL_MARKER}, ${now.toISOString()}
    WHERE NOT EXISTS (SELECT 1 FROM company_feature_access WHERE company_id = ${company} AND feature_id = ${FEATURE.settlements})
      AND NOT EXISTS (SELECT 1 FROM company_event WHERE company_id = ${company} AND name = ${TRIAL_OFFERED_EVENT})
    ON CONFLICT DO NOTHING`);
