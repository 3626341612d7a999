import { describe, expect, test } from "vitest";
import type { PayableLoad } from "./claims";
import {
  computeSampleClaims,
  sampleCutPrice,
  sampleHaulPrice,
  summarizeClaims,
} from "./testing/claim-samples";

describe("quantity that a rate pays for", () => {
  const { wood_unit_type_id: _unit, ...counted } = sampleHaulPrice;
  test.each<[string, Partial<PayableLoad>, unknown]>([
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
    expect(
      computeSampleClaims({ products: [sampleCutPrice] }, changed).map((p) => [p.quantity, p.quantity_from]),
    ).toEqual([counted]);
  });

  test("counts one for pay per load, and the road miles for pay per mile", () => {
    expect(
      summarizeClaims(computeSampleClaims({ hauls: [{ ...counted, per: "load", rate: 1_800_000 }] })),
    ).toEqual([["Haul", 18_000]]);
    expect(
      summarizeClaims(
        computeSampleClaims({ hauls: [{ ...counted, per: "mile", rate: 32_500 }] }, { miles: 41_300 }),
      ),
    ).toEqual([["Haul", 13_422]]);
  });
});

describe("rate terms", () => {
  const inCords = { scaled_volume: 10_000, scaled_wood_unit_type_id: 3 };
  test("pays at least the minimum for a load", () => {
    expect(
      summarizeClaims(computeSampleClaims({ hauls: [{ ...sampleHaulPrice, minimum_cents: 26_000 }] })),
    ).toEqual([["Haul", 26_000]]);
    expect(
      summarizeClaims(computeSampleClaims({ hauls: [{ ...sampleHaulPrice, minimum_cents: 25_699 }] })),
    ).toEqual([["Haul", 25_699]]);
  });

  test("pays an estimate only if the rate allows it and the load wasn't scaled", () => {
    const guess = { scaled_volume: null, estimated_volume: 20_000, estimated_wood_unit_type_id: 2 };
    const guessed = { ...sampleCutPrice, quantity_basis: "estimated" } as const;
    expect(summarizeClaims(computeSampleClaims({ products: [sampleCutPrice] }, guess))).toEqual([
      ["Cut", "no_volume"],
    ]);
    expect(summarizeClaims(computeSampleClaims({ products: [guessed] }, guess))).toEqual([["Cut", 25_000]]);
    expect(
      summarizeClaims(computeSampleClaims({ products: [guessed] }, { ...guess, scaled_volume: 27_412 })),
    ).toEqual([["Cut", 34_265]]);
  });

  test("converts another unit only if the rate allows it, and never where the state's law forbids it", () => {
    const agreed = { ...sampleCutPrice, may_convert: true };
    expect(summarizeClaims(computeSampleClaims({ products: [sampleCutPrice] }, inCords))).toEqual([
      ["Cut", "wrong_unit"],
    ]);
    expect(computeSampleClaims({ products: [agreed] }, inCords)).toMatchObject([
      { quantity: 24_000, quantity_from: "converted", due_cents: 30_000 },
    ]);
    expect(
      summarizeClaims(computeSampleClaims({ products: [agreed] }, { ...inCords, refuses_conversion: true })),
    ).toEqual([["Cut", "conversion_refused"]]);
  });

  test("pays pounds as tons in every state, since this isn't a conversion between units", () => {
    const weighed = { scaled_volume: null, net_pounds: 54_824, refuses_conversion: true };
    expect(
      summarizeClaims(computeSampleClaims({ products: [{ ...sampleCutPrice, may_convert: true }] }, weighed)),
    ).toEqual([["Cut", 34_265]]);
  });

  test("reports a problem if the scale's log rule isn't the agreed one or is unknown", () => {
    const doyle = { ...sampleCutPrice, log_rule: "DOYLE" };
    expect(summarizeClaims(computeSampleClaims({ products: [doyle] }, { log_rule: "DOYLE" }))).toEqual([
      ["Cut", 34_265],
    ]);
    expect(summarizeClaims(computeSampleClaims({ products: [doyle] }, { log_rule: "SCRIBNER" }))).toEqual([
      ["Cut", "log_rule"],
    ]);
    expect(summarizeClaims(computeSampleClaims({ products: [doyle] }))).toEqual([["Cut", "log_rule"]]);
  });
});

test("rounds like exact integer arithmetic, half to the even cent, for numbers of any size", () => {
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
    expect(
      computeSampleClaims({ products: [{ ...sampleCutPrice, rate }] }, { scaled_volume })[0]?.due_cents,
    ).toBe(Number(floor + (up ? 1n : 0n)));
  }
});
