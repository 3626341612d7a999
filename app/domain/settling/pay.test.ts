import { describe, expect, test } from "vitest";
import { type HaulPrice, type PaidLoad, type Pay, type ProductPrice, payOf } from "./pay";
import { SERVICE, SERVICE_OF_RATE_TYPE, serviceName } from "./services";

const [requester, cutter, hauler, other, owner, mill] = [1, 2, 3, 4, 5, 6];
const load: PaidLoad = {
  product: "7-125-0",
  job_destination_id: 70,
  company_location_id: 700,
  mill_company_id: mill,
  cutter_company_id: cutter,
  skidder_company_id: cutter,
  hauler_company_id: hauler,
  scaled_volume: 27_412,
  scaled_wood_unit_type_id: 2,
  net_pounds: null,
  deduction_pounds: null,
  miles: 40_000,
  miles_are_estimated: false,
};
const cut: ProductPrice = {
  id: 1,
  type: 1,
  product: load.product,
  paying_company_id: requester,
  receiving_company_id: cutter,
  paying_company_location_id: null,
  wood_unit_type_id: 2,
  rate: 125_000,
};
const haul: HaulPrice = {
  id: 1,
  job_destination_id: 70,
  paying_company_id: requester,
  receiving_company_id: hauler,
  per: "unit",
  wood_unit_type_id: 2,
  rate: 93_750,
};
const pay = (
  rates: { products?: ProductPrice[]; hauls?: HaulPrice[] },
  changed: Partial<PaidLoad> = {},
): Pay[] => payOf({ ...load, ...changed }, { products: rates.products ?? [], hauls: rates.hauls ?? [] });
const said = (pays: Pay[]) => pays.map((p) => [serviceName(p.service), p.amount ?? p.problem]);

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
  // 342.975 is a half: it goes to the even cent.
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
      "whoever has a price at this place",
      { type: 3, paying_company_location_id: 700 },
      {},
      [["Stumpage", 34_265]],
    ],
  ])("%s", (_who, changed, of, expected) => {
    expect(said(pay({ products: [{ ...cut, ...changed }] }, of))).toEqual(expected);
  });

  test("the price at the place goes before the price for every place", () => {
    const there = { ...cut, id: 2, paying_company_location_id: 700, rate: 100_000 };
    expect(pay({ products: [cut, there] }).map((p) => [p.by?.rate_id, p.amount])).toEqual([[2, 27_412]]);
    expect(pay({ products: [there, cut] }).map((p) => p.by?.rate_id)).toEqual([2]);
  });

  test("two payers each pay their own rate for one service", () => {
    const second = { ...cut, id: 2, paying_company_id: owner, rate: 10_000 };
    expect(pay({ products: [cut, second] }).map((p) => [p.paying_company_id, p.amount])).toEqual([
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
    ["two rates", { products: [cut, { ...cut, id: 2, rate: 1 }] }, {}, "two_rates"],
    ["no miles", { hauls: [{ ...counted, per: "mile" }] }, { miles: null }, "no_miles"],
    ["no way at all", { hauls: [{ ...counted, per: "mile" }] }, { miles: 0 }, "no_miles"],
    ["estimated miles", { hauls: [perMile] }, { miles_are_estimated: true }, "miles_estimated"],
  ])("%s", (_why, rates, changed, problem) => {
    expect(pay(rates, changed).map((p) => [p.amount, p.problem])).toEqual([[null, problem]]);
  });

  test("of two receivers from one payer neither is paid", () => {
    const stumpage = { ...cut, type: 3, receiving_company_id: owner } as const;
    const pays = pay({ products: [stumpage, { ...stumpage, id: 2, receiving_company_id: other }] });
    expect(pays.map((p) => [p.receiving_company_id, p.amount, p.problem])).toEqual([
      [other, null, "two_receivers"],
      [owner, null, "two_receivers"],
    ]);
  });
});

describe("what counts", () => {
  const { wood_unit_type_id: _unit, ...counted } = haul;
  test.each<[string, Partial<PaidLoad>, unknown]>([
    ["the scale, though a weight is there", { net_pounds: 10_000 }, { thousandths: 27_412, from: "scaled" }],
    [
      "the weight less the deduction, in tons of 2,000 lb",
      { scaled_volume: null, net_pounds: 54_824, deduction_pounds: 824 },
      { thousandths: 27_000, from: "weight" },
    ],
    [
      "the weight, where the scale's volume is in another unit",
      { scaled_wood_unit_type_id: 1, net_pounds: 54_824 },
      { thousandths: 27_412, from: "weight" },
    ],
  ])("by the ton: %s", (_what, changed, quantity) => {
    expect(pay({ products: [cut] }, changed).map((p) => p.quantity)).toEqual([quantity]);
  });

  test("a load counts as one, and miles as the road's", () => {
    expect(said(pay({ hauls: [{ ...counted, per: "load", rate: 1_800_000 }] }))).toEqual([["Haul", 18_000]]);
    expect(said(pay({ hauls: [{ ...counted, per: "mile", rate: 32_500 }] }, { miles: 41_300 }))).toEqual([
      ["Haul", 13_422],
    ]);
  });
});
