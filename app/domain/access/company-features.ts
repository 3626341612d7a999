/** Features that a company has or has not (spec 1, section 9). */
export const FEATURE = { jobCreation: 1, advancedExport: 2, settlements: 3 } as const;

export type FeatureAccess = {
  feature_id: number;
  is_active: boolean;
  expires_at: string | null;
  /** Paid for: its `expires_at` is the end of a period that renews, not of a trial. */
  is_subscribed?: boolean;
};

const entry = (list: readonly FeatureAccess[], feature: number) => list.find((a) => a.feature_id === feature);

/** Active while its entry is, and until it expires (decisions, section 3). */
export function hasFeature(list: readonly FeatureAccess[], feature: number, now: Date): boolean {
  const found = entry(list, feature);
  return Boolean(found?.is_active) && !(found?.expires_at && Date.parse(found.expires_at) <= now.getTime());
}

/** What a company is told that may not make statements (money note, 1.9). */
export const NEEDS_SETTLEMENTS = "Making statements needs a settlements subscription.";

/** Settlements may be looked at as soon as an entry exists, running or not (spec 1, section 4). */
export const seesSettlements = (list: readonly FeatureAccess[]): boolean =>
  entry(list, FEATURE.settlements) !== undefined;

/** A trial that has ended: no entry, an inactive one, or one that has expired (spec 1, section 4). */
export const settlementsTrialExpired = (list: readonly FeatureAccess[], now: Date): boolean =>
  !hasFeature(list, FEATURE.settlements, now);

/** How long a new company has every feature (decisions). */
export const TRIAL_DAYS = 30;

/** What a feature is for, as the company's page says it. */
export const FEATURE_WORDS: Record<number, string> = {
  [FEATURE.jobCreation]: "Setting up jobs",
  [FEATURE.advancedExport]: "Exports",
  [FEATURE.settlements]: "Settlements",
};

/** How a company stands to a feature: it has it for good, or until a day; it had it until a day, or never. */
export type FeatureStanding = { state: "active" | "ended" | "none"; until: string | null };

export function featureStanding(list: readonly FeatureAccess[], feature: number, now: Date): FeatureStanding {
  const found = entry(list, feature);
  if (hasFeature(list, feature, now)) return { state: "active", until: found?.expires_at ?? null };
  return found?.expires_at ? { state: "ended", until: found.expires_at } : { state: "none", until: null };
}

/** From so many days before its end the menu says when a trial ends. */
const TELL_DAYS = 7;

/** The first end of a trial that comes within a week; null where nothing ends so soon. */
export function endsSoon(list: readonly FeatureAccess[], now: Date): string | null {
  const last = now.getTime() + TELL_DAYS * 86_400_000;
  const ends = list.flatMap(({ is_active, expires_at, is_subscribed }) => {
    const at = expires_at === null ? Number.NaN : Date.parse(expires_at);
    return is_active && !is_subscribed && expires_at && at > now.getTime() && at <= last ? [expires_at] : [];
  });
  return ends.sort()[0] ?? null;
}
