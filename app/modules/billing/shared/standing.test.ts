import { describe, expect, it } from "vitest";
import {
  getBillingStatus,
  getPaidUntil,
  type StripeSubscriptionState,
  SUBSCRIPTION_GRACE_MS,
} from "./billing-status.server";

const SOLD = [
  { tier: "basic", lookup_key: "b", stripe_price_id: "price_b" },
  { tier: "professional", lookup_key: "p", stripe_price_id: "price_p" },
] as const;
const END = Date.parse("2026-12-01T00:00:00Z") / 1000;
const told = (
  more: Partial<StripeSubscriptionState> & { price?: string; key?: string | null } = {},
): StripeSubscriptionState => ({
  id: "sub_1",
  status: "active",
  cancel_at: null,
  cancel_at_period_end: false,
  trial_end: null,
  created: 1,
  items: {
    data: [{ price: { id: more.price ?? "price_b", lookup_key: more.key ?? null }, current_period_end: END }],
  },
  ...more,
});

describe("billing status of a company", () => {
  it.each([
    ["active", true],
    ["trialing", true],
    ["past_due", true],
    ["unpaid", false],
    ["canceled", false],
    ["paused", false],
    ["incomplete", false],
    ["incomplete_expired", false],
  ] as const)("a subscription with status %s grants features: %s", (status, gives) => {
    const { standing, live } = getBillingStatus([told({ status })], SOLD);
    expect([standing.status, live, getPaidUntil(standing) !== null]).toEqual([status, gives ? 1 : 0, gives]);
  });

  it("a company without a subscription sold here has no tier", () => {
    expect(getBillingStatus([], SOLD).standing).toMatchObject({ tier: null, status: null });
    expect(getBillingStatus([told({ price: "price_other" })], SOLD).standing.tier).toBeNull();
  });

  it("matches a replaced price by its lookup key, so subscribers at the old price keep their tier", () =>
    expect(getBillingStatus([told({ price: "price_old", key: "p" })], SOLD).standing.tier).toBe(
      "professional",
    ));

  it("uses the higher tier of two live subscriptions, and a live one before a newer canceled one", () => {
    const two = [told({ id: "sub_b" }), told({ id: "sub_p", price: "price_p", created: 0 })];
    const ended = told({ id: "sub_e", price: "price_p", status: "canceled", created: 9 });
    const { standing, live } = getBillingStatus([...two, ended], SOLD);
    expect([standing.stripe_subscription_id, live]).toEqual(["sub_p", 2]);
  });

  it("grants features for three days past the period, but not past a chosen end", () => {
    const { standing } = getBillingStatus([told()], SOLD);
    expect(getPaidUntil(standing)).toBe(new Date(END * 1000 + SUBSCRIPTION_GRACE_MS).toISOString());
    for (const chosen of [{ cancel_at_period_end: true }, { cancel_at: END }])
      expect(getPaidUntil(getBillingStatus([told(chosen)], SOLD).standing)).toBe("2026-12-01T00:00:00.000Z");
  });
});
