import { describe, expect, test } from "vitest";
import {
  type Claim,
  claimsOf,
  type HaulPrice,
  type PaidLoad,
  type ProductPrice,
  type StatedClaim,
} from "./claims";
import { inForce } from "./in-force";
import { SERVICE, SERVICE_OF_RATE_TYPE, serviceName } from "./services";
import { splitCents } from "./shares";

const [requester, cutter, hauler, other, owner, mill] = [1, 2, 3, 4, 5, 6];
const load: PaidLoad = {
  earned_on: "2026-11-02",
  product: "7-125-0",
  job_destination_id: 70,
  company_location_id: 700,
  mill_company_id: mill,
  request_user_company_id: requester,
  cutter_company_id: cutter,
  skidder_company_id: cutter,
  hauler_company_id: hauler,
  scaled_volume: 27_412,
  scaled_wood_unit_type_id: 2,
  net_pounds: null,
  deduction_pounds: null,
  estimated_volume: null,
  estimated_wood_unit_type_id: null,
  log_rule: null,
  miles: 40_000,
  miles_are_estimated: false,
  refuses_conversion: false,
};
const terms = {
  effective_on: "0001-01-01",
  ended_on: null,
  quantity_basis: "scaled",
  may_convert: false,
  minimum_cents: null,
  log_rule: null,
  shares: [],
} as const;
const cut: ProductPrice = {
  ...terms,
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
  ...terms,
  fuel: null,
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
  stated: StatedClaim[] = [],
): Claim[] =>
  claimsOf({ ...load, ...changed }, { products: rates.products ?? [], hauls: rates.hauls ?? [] }, stated);
const said = (claims: Claim[]) =>
  claims.map((c) => [serviceName(c.settlement_type_id), c.due_cents ?? c.problem]);

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
    expect(inForce([never], "2026-11-02", () => "")).toEqual([]);
    expect(pay({ products: [never] })).toEqual([]);
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

describe("shares", () => {
  test("the whole is rounded once, and the pieces sum to it; the lower company has the odd cent", () => {
    const split = {
      ...cut,
      type: 3,
      receiving_company_id: owner,
      shares: [
        { company_id: owner, parts: 1 },
        { company_id: other, parts: 1 },
      ],
    } as const;
    expect(pay({ products: [split] }).map((c) => [c.receiving_company_id, c.share_no, c.due_cents])).toEqual([
      [other, 1, 17_133],
      [owner, 2, 17_132],
    ]);
  });

  test("random splits are exact, and no piece is a cent or more from its part", () => {
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    for (let i = 0; i < 5000; i++) {
      const shares = Array.from({ length: 1 + next(4) }, (_, at) => ({
        company_id: 9 - at,
        parts: 1 + next(1000),
      }));
      const cents = next(1_000_000);
      const whole = shares.reduce((sum, s) => sum + s.parts, 0);
      const pieces = splitCents(cents, shares);
      expect(pieces.reduce((sum, p) => sum + p.cents, 0)).toBe(cents);
      for (const { company_id, cents: piece } of pieces) {
        const parts = shares.find((s) => s.company_id === company_id)?.parts ?? 0;
        expect(Math.abs(piece - (cents * parts) / whole)).toBeLessThan(1);
      }
    }
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
