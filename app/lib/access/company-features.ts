/** IDs of the features that a company may have (docs/domain.md#company-features). */
export const FEATURE = { jobCreation: 1, advancedExport: 2, settlements: 3 } as const;

export type FeatureAccess = {
  feature_id: number;
  is_active: boolean;
  expires_at: string | null;
  /** True for a paid subscription, where `expires_at` is the end of a renewing period rather than of a trial. */
  is_subscribed?: boolean;
};

const entry = (list: readonly FeatureAccess[], feature: number) => list.find((a) => a.feature_id === feature);

/** Check whether a company's feature is active and not expired. */
export function hasFeature(list: readonly FeatureAccess[], feature: number, now: Date): boolean {
  const featureAccess = entry(list, feature);
  return (
    Boolean(featureAccess?.is_active) &&
    !(featureAccess?.expires_at && Date.parse(featureAccess.expires_at) <= now.getTime())
  );
}

/** Message for a company that may not make statements. */
export const NEEDS_SETTLEMENTS_MESSAGE = "Making statements needs a settlements subscription.";

/** Check whether a company has a settlements entry, active or not; settlements can then be viewed. */
export const canSeeSettlements = (list: readonly FeatureAccess[]): boolean =>
  entry(list, FEATURE.settlements) !== undefined;

/** Check whether the settlements trial has ended: there is no entry, or it is inactive or expired. */
export const hasSettlementsTrialExpired = (list: readonly FeatureAccess[], now: Date): boolean =>
  !hasFeature(list, FEATURE.settlements, now);

/** Days for which a new company has every feature. */
export const TRIAL_DAYS = 30;

/** Labels of the features on the company's page. */
export const FEATURE_LABELS: Record<number, string> = {
  [FEATURE.jobCreation]: "Setting up jobs",
  [FEATURE.advancedExport]: "Exports",
  [FEATURE.settlements]: "Settlements",
};

/** Status of a company's feature: active, until a day or forever; ended on a day; or never active. */
export type FeatureStatus = { state: "active" | "ended" | "none"; until: string | null };

export function getFeatureStatus(list: readonly FeatureAccess[], feature: number, now: Date): FeatureStatus {
  const featureAccess = entry(list, feature);
  if (hasFeature(list, feature, now)) return { state: "active", until: featureAccess?.expires_at ?? null };
  return featureAccess?.expires_at
    ? { state: "ended", until: featureAccess.expires_at }
    : { state: "none", until: null };
}

/** Number of days before a trial's end that the menu announces the end. */
const TELL_DAYS = 7;

/** Return the earliest trial end within a week; null if no trial ends that soon. */
export function getTrialEndingSoon(list: readonly FeatureAccess[], now: Date): string | null {
  const last = now.getTime() + TELL_DAYS * 86_400_000;
  const ends = list.flatMap(({ is_active, expires_at, is_subscribed }) => {
    const index = expires_at === null ? Number.NaN : Date.parse(expires_at);
    return is_active && !is_subscribed && expires_at && index > now.getTime() && index <= last
      ? [expires_at]
      : [];
  });
  return ends.sort()[0] ?? null;
}
