import { describe, expect, test } from "vitest";
import type { ProductPrice } from "./claims";
import { getRatesInForce } from "./in-force";
import { cut, pay } from "./testing/claim-samples";

describe("days", () => {
  const on = (earned_on: string, ...products: ProductPrice[]) =>
    pay({ products }, { earned_on }).map((c) => c.rate_id ?? c.problem);
  const first = { ...cut, id: 1, ended_on: "2026-10-31" };
  const second = { ...cut, id: 2, effective_on: "2026-11-02" };

  test("a rate holds from its first day through its last", () => {
    expect(on("2026-10-31", first, second)).toEqual([1]);
    expect(on("2026-11-01", first, second)).toEqual(["no_rate"]);
    expect(on("2026-11-02", first, second)).toEqual([2]);
  });

  test("the one that took effect last counts, whichever was typed last, and its end does not bring back an older one", () => {
    const open = { ...cut, id: 9, ended_on: null };
    expect(on("2026-11-05", second, open)).toEqual([2]);
    expect(on("2026-11-05", { ...second, ended_on: "2026-11-04" }, open)).toEqual(["no_rate"]);
  });

  test("what ended before it began never held, and hides no other", () => {
    const never = { ...cut, id: 3, effective_on: "2026-11-02", ended_on: "2026-11-01" };
    expect(on("2026-11-05", cut, never)).toEqual([1]);
    expect(getRatesInForce([never], "2026-11-02", () => "")).toEqual([]);
    expect(pay({ products: [never] })).toEqual([]);
  });
});
