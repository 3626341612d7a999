import { describe, expect, test } from "vitest";
import type { HaulPrice, PayableLoad, ProductPrice, StoredClaimAmount } from "./claims";
import { SERVICE, SERVICE_OF_RATE_TYPE } from "./services";
import {
  computeSampleClaims,
  cutter,
  mill,
  other,
  owner,
  requester,
  sampleCutPrice,
  sampleHaulPrice,
  summarizeClaims,
} from "./testing/claim-samples";

test("numbers rate types and services differently: stumpage isn't the haul, a mill's price isn't stumpage", () => {
  expect(SERVICE_OF_RATE_TYPE).toEqual({ 1: 1, 2: 2, 3: 4, 4: 10 });
  expect(SERVICE).toEqual({ cut: 1, skid: 2, haul: 3, stumpage: 4, fuel: 5, other: 9, mill: 10 });
});

test("pays 27.412 tons at $12.50 and at $9.375, rounded once, half to even", () => {
  expect(
    summarizeClaims(computeSampleClaims({ products: [sampleCutPrice], hauls: [sampleHaulPrice] })),
  ).toEqual([
    ["Cut", 34_265],
    ["Haul", 25_699],
  ]);
  expect(
    summarizeClaims(computeSampleClaims({ products: [sampleCutPrice] }, { scaled_volume: 26_900 })),
  ).toEqual([["Cut", 33_625]]);
  // 342.975 is exactly half a cent: it rounds to the even cent.
  const dearer = { ...sampleCutPrice, rate: 127_500 };
  expect(summarizeClaims(computeSampleClaims({ products: [dearer] }, { scaled_volume: 26_900 }))).toEqual([
    ["Cut", 34_298],
  ]);
});

describe("payee of a load's pay", () => {
  test.each<[string, Partial<ProductPrice>, Partial<PayableLoad>, unknown[]]>([
    ["another cutter than the load's is not", { receiving_company_id: other }, {}, [["Cut", "no_rate"]]],
    ["nobody, where the load names no cutter", {}, { cutter_company_id: null }, []],
    ["nobody for another product", { product: "1-1-0" }, {}, [["Cut", "no_rate"]]],
    ["the skidder by a skid rate", { type: 2 }, {}, [["Skid", 34_265]]],
    ["the owner by a stumpage rate", { type: 3, receiving_company_id: owner }, {}, [["Stumpage", 34_265]]],
    [
      "the requester by the mill's price",
      { type: 4, receiving_company_id: requester, paying_company_id: mill },
      {},
      [["Mill", 34_265]],
    ],
    [
      "nobody by the price of a mill that it did not go to",
      { type: 4, receiving_company_id: requester, paying_company_id: other },
      {},
      [],
    ],
    ["nobody by a price at another place", { type: 3, paying_company_location_id: 701 }, {}, []],
    [
      "anyone with a price at this place",
      { type: 3, paying_company_location_id: 700 },
      {},
      [["Stumpage", 34_265]],
    ],
  ])("%s", (_who, changed, of, expected) => {
    expect(
      summarizeClaims(computeSampleClaims({ products: [{ ...sampleCutPrice, ...changed }] }, of)),
    ).toEqual(expected);
  });

  test("prefers a price for one place to a price for every place", () => {
    const there = { ...sampleCutPrice, id: 2, paying_company_location_id: 700, rate: 100_000 };
    expect(
      computeSampleClaims({ products: [sampleCutPrice, there] }).map((p) => [p.rate_id, p.due_cents]),
    ).toEqual([[2, 27_412]]);
    expect(computeSampleClaims({ products: [there, sampleCutPrice] }).map((p) => p.rate_id)).toEqual([2]);
  });

  test("two payers each pay their own rate for one service", () => {
    const second = { ...sampleCutPrice, id: 2, paying_company_id: owner, rate: 10_000 };
    expect(
      computeSampleClaims({ products: [sampleCutPrice, second] }).map((p) => [
        p.paying_company_id,
        p.due_cents,
      ]),
    ).toEqual([
      [requester, 34_265],
      [owner, 2741],
    ]);
  });

  test("pays a haul rate only for its own destination", () => {
    expect(
      summarizeClaims(computeSampleClaims({ hauls: [{ ...sampleHaulPrice, job_destination_id: 71 }] })),
    ).toEqual([["Haul", "no_rate"]]);
  });
});

describe("an unpayable load has a problem, and never an amount of zero", () => {
  const perMile = { ...sampleHaulPrice, wood_unit_type_id: undefined, per: "mile" } as const;
  const { wood_unit_type_id: _unit, ...counted } = sampleHaulPrice;
  test.each<[string, { products?: ProductPrice[]; hauls?: HaulPrice[] }, Partial<PayableLoad>, unknown]>([
    ["not measured", { products: [sampleCutPrice] }, { scaled_volume: null }, "no_volume"],
    [
      "scaled in MBF, paid by the ton",
      { products: [sampleCutPrice] },
      { scaled_wood_unit_type_id: 1 },
      "wrong_unit",
    ],
    [
      "weighed, paid by the MBF",
      { products: [{ ...sampleCutPrice, wood_unit_type_id: 1 }] },
      { scaled_volume: null, net_pounds: 54_824 },
      "wrong_unit",
    ],
    ["scaled as nothing", { products: [sampleCutPrice] }, { scaled_volume: 0 }, "zero_volume"],
    [
      "a deduction of all of it",
      { products: [sampleCutPrice] },
      { scaled_volume: null, net_pounds: 900, deduction_pounds: 900 },
      "zero_volume",
    ],
    ["no miles", { hauls: [{ ...counted, per: "mile" }] }, { miles: null }, "no_miles"],
    ["no way at all", { hauls: [{ ...counted, per: "mile" }] }, { miles: 0 }, "no_miles"],
    ["estimated miles", { hauls: [perMile] }, { miles_are_estimated: true }, "miles_estimated"],
  ])("%s", (_why, rates, changed, problem) => {
    expect(computeSampleClaims(rates, changed).map((p) => [p.due_cents, p.problem])).toEqual([
      [null, problem],
    ]);
  });

  test("pays neither of two receivers if one payer has a rate for each", () => {
    const stumpage = { ...sampleCutPrice, type: 3, receiving_company_id: owner } as const;
    const pays = computeSampleClaims({
      products: [stumpage, { ...stumpage, id: 2, receiving_company_id: other }],
    });
    expect(pays.map((p) => [p.receiving_company_id, p.due_cents, p.problem])).toEqual([
      [other, null, "two_receivers"],
      [owner, null, "two_receivers"],
    ]);
  });
});

describe("pay of a load reassigned after the first company's pay was on a statement", () => {
  const stated = {
    settlement_type_id: 1,
    paying_company_id: requester,
    receiving_company_id: other,
    share_no: 0,
  };
  const moved = (posted_cents: number, ...more: StoredClaimAmount[]) =>
    summarizeClaims(
      computeSampleClaims({ products: [sampleCutPrice] }, {}, [{ ...stated, posted_cents }, ...more]),
    );
  test("the new company's pay waits until the old line is reversed, unless that pay is on a statement itself", () => {
    expect(moved(34_265)).toEqual([["Cut", "paid_to_other"]]);
    expect(moved(0)).toEqual([["Cut", 34_265]]);
    expect(moved(34_265, { ...stated, receiving_company_id: cutter, posted_cents: 34_265 })).toEqual([
      ["Cut", 34_265],
    ]);
  });

  test("the new company's pay doesn't wait for another service or for another payer's money", () => {
    expect(
      summarizeClaims(
        computeSampleClaims({ products: [sampleCutPrice] }, {}, [
          { ...stated, settlement_type_id: 2, posted_cents: 1 },
        ]),
      ),
    ).toEqual([["Cut", 34_265]]);
    expect(
      summarizeClaims(
        computeSampleClaims({ products: [sampleCutPrice] }, {}, [
          { ...stated, paying_company_id: owner, posted_cents: 1 },
        ]),
      ),
    ).toEqual([["Cut", 34_265]]);
  });
});
