import { expect, it, test } from "vitest";
import {
  canSeeSettlements,
  FEATURE,
  getFeatureStatus,
  getTrialEndingSoon,
  hasFeature,
  hasSettlementsTrialExpired,
} from "./company-features";

const now = new Date("2026-11-16T12:00:00Z");

it("company feature ids equal the ids of the API", () => {
  expect(FEATURE).toEqual({ jobCreation: 1, advancedExport: 2, settlements: 3 });
});

test.each([
  [true, null, true, "no end"],
  [true, "2026-11-16T12:00:00.001Z", true, "a moment left"],
  [true, "2026-11-16T12:00:00.000Z", false, "ends now"],
  [true, "2026-11-16T07:00:00-05:00", false, "ends now, by another clock"],
  [true, "2025-11-16T12:00:00.000Z", false, "a year ago"],
  [false, null, false, "switched off"],
  [false, "2027-11-16T12:00:00.000Z", false, "switched off before its end"],
])("feature with active %s, expiry %s: enabled %s, %s", (is_active, expires_at, runs, _why) => {
  const list = [{ feature_id: 3, is_active, expires_at }];
  expect(hasFeature(list, FEATURE.settlements, now)).toBe(runs);
  expect(hasSettlementsTrialExpired(list, now)).toBe(!runs);
  expect(canSeeSettlements(list)).toBe(true);
  expect(hasFeature(list, FEATURE.jobCreation, now)).toBe(false);
});

it("turns the feature off, hides settlements and treats the trial as expired without an entry", () => {
  const other = [{ feature_id: 1, is_active: true, expires_at: null }];
  for (const list of [[], other]) {
    expect(hasFeature(list, FEATURE.settlements, now)).toBe(false);
    expect(canSeeSettlements(list)).toBe(false);
    expect(hasSettlementsTrialExpired(list, now)).toBe(true);
  }
});

test("a feature is active, ended or never active, and a trial's end is announced in its last week", () => {
  const now = new Date("2026-11-23T12:00:00Z");
  const access = (feature_id: number, is_active: boolean, expires_at: string | null = null) => ({
    feature_id,
    is_active,
    expires_at,
  });
  const list = [access(1, true), access(2, true, "2026-11-30T12:00:00Z"), access(3, false)];
  expect(getFeatureStatus(list, 1, now)).toEqual({ state: "active", until: null });
  expect(getFeatureStatus(list, 2, now)).toEqual({ state: "active", until: "2026-11-30T12:00:00Z" });
  expect(getFeatureStatus(list, 3, now)).toEqual({ state: "none", until: null });
  expect(getFeatureStatus([], 3, now)).toEqual({ state: "none", until: null });
  const after = new Date("2026-11-30T12:00:00Z");
  expect(getFeatureStatus(list, 2, after)).toEqual({ state: "ended", until: "2026-11-30T12:00:00Z" });
  expect(getTrialEndingSoon(list, now)).toBe("2026-11-30T12:00:00Z");
  expect(getTrialEndingSoon(list, new Date("2026-11-23T11:59:59Z"))).toBeNull();
  expect(getTrialEndingSoon(list, after)).toBeNull();
  expect(getTrialEndingSoon([access(2, false, "2026-11-24T00:00:00Z")], now)).toBeNull();
  expect(
    getTrialEndingSoon(
      [access(2, true, "2026-11-29T00:00:00Z"), access(3, true, "2026-11-25T00:00:00Z")],
      now,
    ),
  ).toBe("2026-11-25T00:00:00Z");
});
