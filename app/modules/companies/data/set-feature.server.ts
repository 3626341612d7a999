import type { Statement, Write } from "#db/client.server";
import { companyFeatureAccess } from "#db/schema";

/**
 * Build the statement that grants a company a feature without an end date, or removes it. A removed feature's row stays
 * as a record of past use (settlements can still be viewed). A granted feature remains when a subscription ends.
 */
export function buildSetFeatureStatement(
  write: Write,
  companyId: number,
  featureId: number,
  isActive: boolean,
  now: Date,
): Statement {
  const set = { is_active: isActive, expires_at: null, is_subscribed: false };
  return write
    .insert(companyFeatureAccess)
    .values({ company_id: companyId, feature_id: featureId, created_at: now.toISOString(), ...set })
    .onConflictDoUpdate({
      target: [companyFeatureAccess.company_id, companyFeatureAccess.feature_id],
      set,
    })
    .toSQL();
}
