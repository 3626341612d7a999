/** Features that a company has or has not (spec 1, section 9). */
export const FEATURE = { jobCreation: 1, advancedExport: 2, settlements: 3 } as const;

export type FeatureAccess = { feature_id: number; is_active: boolean; expires_at: string | null };

const entry = (list: readonly FeatureAccess[], feature: number) => list.find((a) => a.feature_id === feature);

/** Active while its entry is, and until it expires (decisions, section 3). */
export function hasFeature(list: readonly FeatureAccess[], feature: number, now: Date): boolean {
  const found = entry(list, feature);
  return Boolean(found?.is_active) && !(found?.expires_at && Date.parse(found.expires_at) <= now.getTime());
}

/** Settlements may be looked at as soon as an entry exists, running or not (spec 1, section 4). */
export const seesSettlements = (list: readonly FeatureAccess[]): boolean =>
  entry(list, FEATURE.settlements) !== undefined;

/** A trial that has ended: no entry, an inactive one, or one that has expired (spec 1, section 4). */
export const settlementsTrialExpired = (list: readonly FeatureAccess[], now: Date): boolean =>
  !hasFeature(list, FEATURE.settlements, now);

/** How long a new company has every feature (decisions). */
export const TRIAL_DAYS = 30;
