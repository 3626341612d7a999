import { describe, expect, test } from "vitest";
import type { PaidLoad } from "./claims";
import { cut, haul, pay, said } from "./testing/claim-samples";

describe("what counts", () => {
  const { wood_unit_type_id: _unit, ...counted } = haul;
  test.each<[string, Partial<PaidLoad>, unknown]>([
    ["the scale, though a weight is there", { net_pounds: 10_000 }, [27_412, "scaled"]],
    [
      "the weight less the deduction, in tons of 2,000 lb",
      { scaled_volume: null, net_pounds: 54_824, deduction_pounds: 824 },
      [27_000, "weight"],
    ],
    [
      "the weight, where the scale's volume is in another unit",
      { scaled_wood_unit_type_id: 1, net_pounds: 54_824 },
      [27_412, "weight"],
    ],
  ])("by the ton: %s", (_what, changed, counted) => {
    expect(pay({ products: [cut] }, changed).map((p) => [p.quantity, p.quantity_from])).toEqual([counted]);
  });

  test("a load counts as one, and miles as the road's", () => {
    expect(said(pay({ hauls: [{ ...counted, per: "load", rate: 1_800_000 }] }))).toEqual([["Haul", 18_000]]);
    expect(said(pay({ hauls: [{ ...counted, per: "mile", rate: 32_500 }] }, { miles: 41_300 }))).toEqual([
      ["Haul", 13_422],
    ]);
  });
});

describe("terms", () => {
  const inCords = { scaled_volume: 10_000, scaled_wood_unit_type_id: 3 };
  test("a load pays the minimum at least", () => {
    expect(said(pay({ hauls: [{ ...haul, minimum_cents: 26_000 }] }))).toEqual([["Haul", 26_000]]);
    expect(said(pay({ hauls: [{ ...haul, minimum_cents: 25_699 }] }))).toEqual([["Haul", 25_699]]);
  });

  test("an estimate pays only where the rate says so, and only what was not scaled", () => {
    const guess = { scaled_volume: null, estimated_volume: 20_000, estimated_wood_unit_type_id: 2 };
    const guessed = { ...cut, quantity_basis: "estimated" } as const;
    expect(said(pay({ products: [cut] }, guess))).toEqual([["Cut", "no_volume"]]);
    expect(said(pay({ products: [guessed] }, guess))).toEqual([["Cut", 25_000]]);
    expect(said(pay({ products: [guessed] }, { ...guess, scaled_volume: 27_412 }))).toEqual([
      ["Cut", 34_265],
    ]);
  });

  test("another unit is converted with consent alone, and never where the state's law refuses it", () => {
    const agreed = { ...cut, may_convert: true };
    expect(said(pay({ products: [cut] }, inCords))).toEqual([["Cut", "wrong_unit"]]);
    expect(pay({ products: [agreed] }, inCords)).toMatchObject([
      { quantity: 24_000, quantity_from: "converted", due_cents: 30_000 },
    ]);
    expect(said(pay({ products: [agreed] }, { ...inCords, refuses_conversion: true }))).toEqual([
      ["Cut", "conversion_refused"],
    ]);
  });

  test("pounds are tons in every state, since that converts nothing", () => {
    const weighed = { scaled_volume: null, net_pounds: 54_824, refuses_conversion: true };
    expect(said(pay({ products: [{ ...cut, may_convert: true }] }, weighed))).toEqual([["Cut", 34_265]]);
  });

  test("scaled by another log rule than the agreed one, or by none that is known, is a problem", () => {
    const doyle = { ...cut, log_rule: "DOYLE" };
    expect(said(pay({ products: [doyle] }, { log_rule: "DOYLE" }))).toEqual([["Cut", 34_265]]);
    expect(said(pay({ products: [doyle] }, { log_rule: "SCRIBNER" }))).toEqual([["Cut", "log_rule"]]);
    expect(said(pay({ products: [doyle] }))).toEqual([["Cut", "log_rule"]]);
  });
});

test("rounding agrees with whole numbers of any size, halves to the even cent", () => {
  let seed = 11;
  const next = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  for (let i = 0; i < 3000; i++) {
    const rate = 1 + next(2_000_000);
    const scaled_volume = 1 + next(60_000);
    const product = BigInt(rate) * BigInt(scaled_volume);
    const [floor, rest] = [product / 100_000n, product % 100_000n];
    const up = rest > 50_000n || (rest === 50_000n && floor % 2n === 1n);
    expect(pay({ products: [{ ...cut, rate }] }, { scaled_volume })[0]?.due_cents).toBe(
      Number(floor + (up ? 1n : 0n)),
    );
  }
});
