import { describe, expect, test } from "vitest";
import type { ProductPrice } from "./claims";
import { getRatesInForce } from "./in-force";
import { computeSampleClaims, sampleCutPrice } from "./testing/claim-samples";

describe("dates of rates", () => {
  const on = (earned_on: string, ...products: ProductPrice[]) =>
    computeSampleClaims({ products }, { earned_on }).map((c) => c.rate_id ?? c.problem);
  const first = { ...sampleCutPrice, id: 1, ended_on: "2026-10-31" };
  const second = { ...sampleCutPrice, id: 2, effective_on: "2026-11-02" };

  test("a rate applies from its first day through its last", () => {
    expect(on("2026-10-31", first, second)).toEqual([1]);
    expect(on("2026-11-01", first, second)).toEqual(["no_rate"]);
    expect(on("2026-11-02", first, second)).toEqual([2]);
  });

  test("applies the rate that took effect last, whatever the order of entry; its end restores no older rate", () => {
    const open = { ...sampleCutPrice, id: 9, ended_on: null };
    expect(on("2026-11-05", second, open)).toEqual([2]);
    expect(on("2026-11-05", { ...second, ended_on: "2026-11-04" }, open)).toEqual(["no_rate"]);
  });

  test("a rate that ended before it began never applies and hides no other rate", () => {
    const never = { ...sampleCutPrice, id: 3, effective_on: "2026-11-02", ended_on: "2026-11-01" };
    expect(on("2026-11-05", sampleCutPrice, never)).toEqual([1]);
    expect(getRatesInForce([never], "2026-11-02", () => "")).toEqual([]);
    expect(computeSampleClaims({ products: [never] })).toEqual([]);
  });
});
