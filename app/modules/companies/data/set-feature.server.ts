import type { Statement, Write } from "#db/client.server";
import { companyFeatureAccess } from "#db/schema";

/**
 * Statement that gives a company a feature without an end, or takes it away. The row stays when the feature is taken
 * away, so that past use is known (settlements can still be viewed). A feature given this way stays when a subscription
 * ends.
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
