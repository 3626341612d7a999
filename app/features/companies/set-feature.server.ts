import type { Statement, Write } from "#db/client.server";
import { companyFeatureAccess } from "#db/schema";

/**
 * The statement that gives a company a feature without an end, or takes it away. The entry stays when the feature is
 * taken, so that what was is known (settlements stay to be looked at). What is given so stays when a subscription ends.
 */
export function setFeature(
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
