import { describe, expect, test } from "vitest";
import type { HaulPrice, PaidLoad, ProductPrice, StatedClaim } from "./claims";
import { SERVICE, SERVICE_OF_RATE_TYPE } from "./services";
import { cut, cutter, haul, mill, other, owner, pay, requester, said } from "./testing/claim-samples";

test("types of rates are not the services' numbers: stumpage is not the haul, a mill's price not the stumpage", () => {
  expect(SERVICE_OF_RATE_TYPE).toEqual({ 1: 1, 2: 2, 3: 4, 4: 10 });
  expect(SERVICE).toEqual({ cut: 1, skid: 2, haul: 3, stumpage: 4, fuel: 5, other: 9, mill: 10 });
});

test("the worked example: 27.412 tons at $12.50 and at $9.375, rounded once, half to even", () => {
  expect(said(pay({ products: [cut], hauls: [haul] }))).toEqual([
    ["Cut", 34_265],
    ["Haul", 25_699],
  ]);
  expect(said(pay({ products: [cut] }, { scaled_volume: 26_900 }))).toEqual([["Cut", 33_625]]);
  // 342.975 is a half: it rounds to the even cent.
  const dearer = { ...cut, rate: 127_500 };
  expect(said(pay({ products: [dearer] }, { scaled_volume: 26_900 }))).toEqual([["Cut", 34_298]]);
});

describe("who is paid", () => {
  test.each<[string, Partial<ProductPrice>, Partial<PaidLoad>, unknown[]]>([
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
    expect(said(pay({ products: [{ ...cut, ...changed }] }, of))).toEqual(expected);
  });

  test("the price at the place goes before the price for every place", () => {
    const there = { ...cut, id: 2, paying_company_location_id: 700, rate: 100_000 };
    expect(pay({ products: [cut, there] }).map((p) => [p.rate_id, p.due_cents])).toEqual([[2, 27_412]]);
    expect(pay({ products: [there, cut] }).map((p) => p.rate_id)).toEqual([2]);
  });

  test("two payers each pay their own rate for one service", () => {
    const second = { ...cut, id: 2, paying_company_id: owner, rate: 10_000 };
    expect(pay({ products: [cut, second] }).map((p) => [p.paying_company_id, p.due_cents])).toEqual([
      [requester, 34_265],
      [owner, 2741],
    ]);
  });

  test("a haul is paid to its own destination alone", () => {
    expect(said(pay({ hauls: [{ ...haul, job_destination_id: 71 }] }))).toEqual([["Haul", "no_rate"]]);
  });
});

describe("what cannot be paid has a reason, and never an amount of zero", () => {
  const perMile = { ...haul, wood_unit_type_id: undefined, per: "mile" } as const;
  const { wood_unit_type_id: _unit, ...counted } = haul;
  test.each<[string, { products?: ProductPrice[]; hauls?: HaulPrice[] }, Partial<PaidLoad>, unknown]>([
    ["not measured", { products: [cut] }, { scaled_volume: null }, "no_volume"],
    ["scaled in MBF, paid by the ton", { products: [cut] }, { scaled_wood_unit_type_id: 1 }, "wrong_unit"],
    [
      "weighed, paid by the MBF",
      { products: [{ ...cut, wood_unit_type_id: 1 }] },
      { scaled_volume: null, net_pounds: 54_824 },
      "wrong_unit",
    ],
    ["scaled as nothing", { products: [cut] }, { scaled_volume: 0 }, "zero_volume"],
    [
      "a deduction of all of it",
      { products: [cut] },
      { scaled_volume: null, net_pounds: 900, deduction_pounds: 900 },
      "zero_volume",
    ],
    ["no miles", { hauls: [{ ...counted, per: "mile" }] }, { miles: null }, "no_miles"],
    ["no way at all", { hauls: [{ ...counted, per: "mile" }] }, { miles: 0 }, "no_miles"],
    ["estimated miles", { hauls: [perMile] }, { miles_are_estimated: true }, "miles_estimated"],
  ])("%s", (_why, rates, changed, problem) => {
    expect(pay(rates, changed).map((p) => [p.due_cents, p.problem])).toEqual([[null, problem]]);
  });

  test("of two receivers from one payer neither is paid", () => {
    const stumpage = { ...cut, type: 3, receiving_company_id: owner } as const;
    const pays = pay({ products: [stumpage, { ...stumpage, id: 2, receiving_company_id: other }] });
    expect(pays.map((p) => [p.receiving_company_id, p.due_cents, p.problem])).toEqual([
      [other, null, "two_receivers"],
      [owner, null, "two_receivers"],
    ]);
  });
});

describe("a load that moved to another company after it was stated", () => {
  const stated = {
    settlement_type_id: 1,
    paying_company_id: requester,
    receiving_company_id: other,
    share_no: 0,
  };
  const moved = (posted_cents: number, ...more: StatedClaim[]) =>
    said(pay({ products: [cut] }, {}, [{ ...stated, posted_cents }, ...more]));
  test("waits until what was stated is taken back, unless it is stated itself", () => {
    expect(moved(34_265)).toEqual([["Cut", "paid_to_other"]]);
    expect(moved(0)).toEqual([["Cut", 34_265]]);
    expect(moved(34_265, { ...stated, receiving_company_id: cutter, posted_cents: 34_265 })).toEqual([
      ["Cut", 34_265],
    ]);
  });

  test("another service, and another payer's money, don't hold it up", () => {
    expect(
      said(pay({ products: [cut] }, {}, [{ ...stated, settlement_type_id: 2, posted_cents: 1 }])),
    ).toEqual([["Cut", 34_265]]);
    expect(
      said(pay({ products: [cut] }, {}, [{ ...stated, paying_company_id: owner, posted_cents: 1 }])),
    ).toEqual([["Cut", 34_265]]);
  });
});
