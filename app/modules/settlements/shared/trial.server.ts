import { sql } from "drizzle-orm";
import { FEATURE } from "~/lib/access/company-features";
import { allowAnyRows } from "~/web/commit.server";
import type { Step } from "~/web/procedure";

export const TRIAL_MARKER = "settlements_trial";
export const TRIAL_EVENT = "settlements trial";
export const TRIAL_OFFERED_EVENT = "first time rate creation";

/**
 * Return the step, for the commit that saves a rate, that makes the next page offer a trial once if the company has no
 * settlements feature.
 */
export const buildOfferTrialStep = (company: number, now: Date): Step =>
  allowAnyRows(sql`INSERT INTO company_flag (company_id, name, created_at)
    SELECT ${company}, ${TRIAL_MARKER}, ${now.toISOString()}
    WHERE NOT EXISTS (SELECT 1 FROM company_feature_access WHERE company_id = ${company} AND feature_id = ${FEATURE.settlements})
      AND NOT EXISTS (SELECT 1 FROM company_event WHERE company_id = ${company} AND name = ${TRIAL_OFFERED_EVENT})
    ON CONFLICT DO NOTHING`);
