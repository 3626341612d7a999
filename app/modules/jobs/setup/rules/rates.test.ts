import { expect, test } from "vitest";
import { DEFAULT_RATE_TERMS, readDraft } from "./draft";
import {
  formatDraftTerms,
  formatHaulBasis,
  formatHaulRateKey,
  formatProductRateKey,
  formatTypedMinimum,
  formatTypedRate,
  getYardName,
  isRateYardValid,
  isSplitValid,
  listUsualHaulRates,
  listUsualProductRates,
  mergeRates,
  parseHaulBasis,
  parseHaulRateKey,
  parseProductRateKey,
  parseTypedMinimum,
  parseTypedRate,
} from "./rates";

const ASPEN = { product_type_id: 5, wood_species_id: 746, wood_species_type_id: null, wood_unit_type_id: 2 };
const DRAFT = readDraft({
  request_user_company_id: 1,
  companies: [
    { company_id: 1, is_land_manager: true, is_skidder: true },
    { company_id: 2, is_cutter: true },
    { company_id: 3, is_hauler: true },
    { company_id: 4, is_land_owner: true },
  ],
  products: [ASPEN],
  destinations: [
    { company_location_id: 7, name: "Yard", product_mixes: [{ ...ASPEN, is_accepted: true }] },
    { company_destination_id: 8, name: "Own pin" },
  ],
});
const RECEIVERS = [{ destination: "l7", company_id: 5, location_id: 7 }];

test("the requester pays cutters and the land owner, the mill pays the requester, and no company pays itself", () => {
  const rows = listUsualProductRates(DRAFT, RECEIVERS);
  expect(rows.map((r) => [r.job_product_rate_type_id, r.paying_company_id, r.receiving_company_id])).toEqual([
    [1, 1, 2],
    [3, 1, 4],
    [4, 5, 1],
  ]);
  expect(listUsualHaulRates(DRAFT).map(formatHaulRateKey)).toEqual(["3.1.l7", "3.1.d8"]);
});

test("lists separate rates for each mill yard, only for products that the yard accepts", () => {
  const sawlogs = { ...ASPEN, product_type_id: 1 };
  const mill = (place: object, name: string, taken: object[]) => ({
    ...place,
    name,
    product_mixes: taken.map((p) => ({ ...p, is_accepted: true })),
  });
  const draft = readDraft({
    request_user_company_id: 1,
    products: [ASPEN, sawlogs],
    destinations: [
      mill({ company_location_id: 7 }, "Grayling", [sawlogs]),
      mill({ company_destination_id: 8 }, "Grayling by the back road", [sawlogs]),
      mill({ company_location_id: 9 }, "Roscommon", [ASPEN]),
    ],
  });
  const receivers = [
    { destination: "l7", company_id: 5, location_id: 7 },
    { destination: "d8", company_id: 5, location_id: 7 },
    { destination: "l9", company_id: 5, location_id: 9 },
  ];
  const rows = listUsualProductRates(draft, receivers);
  expect(rows.map((r) => [getYardName(draft, receivers, r), r.product_type_id])).toEqual([
    ["Grayling / Grayling by the back road", 1],
    ["Roscommon", 5],
  ]);
  const [first] = rows;
  if (!first) throw new Error("no usual rate");
  expect(isRateYardValid(draft, receivers, { ...first, ...ASPEN })).toBe(false);
  const anywhere = { ...first, ...ASPEN, paying_company_location_id: null };
  expect([getYardName(draft, receivers, anywhere), isRateYardValid(draft, receivers, anywhere)]).toEqual([
    null,
    true,
  ]);
});

test("shows set rates in their usual position, and unusual rates after them", () => {
  const usual = listUsualProductRates(DRAFT, RECEIVERS);
  const first = usual[0];
  if (!first) throw new Error("no usual rate");
  const odd = { ...first, paying_company_id: 4, rate: 7, ...DEFAULT_RATE_TERMS };
  const set = { ...first, rate: 42_500, ...DEFAULT_RATE_TERMS, minimum_cents: 26_000 };
  const rows = mergeRates(usual, [odd, set], formatProductRateKey);
  expect(rows.map((r) => r.rate)).toEqual([42_500, null, null, 7]);
  expect(rows.map((r) => r.minimum_cents)).toEqual([26_000, null, null, null]);
});

test("formats and parses rate keys with parties and subject, and rejects invalid keys", () => {
  for (const row of listUsualProductRates(DRAFT, RECEIVERS)) {
    const { wood_unit_type_id: _unit, ...of } = row;
    expect(parseProductRateKey(formatProductRateKey(row))).toEqual(of);
  }
  for (const row of listUsualHaulRates(DRAFT))
    expect(parseHaulRateKey(formatHaulRateKey(row))).toEqual({
      receiving_company_id: 3,
      paying_company_id: 1,
      company_destination_id: row.company_destination_id,
      company_location_id: row.company_location_id,
    });
  for (const key of ["", "5.1.2.0.5-746-0", "1.0.2.0.5-746-0", "1.1.2.0.", "1.1.2.0.5-746-0.9"])
    expect(parseProductRateKey(key)).toBeNull();
  for (const key of ["", "1.2", "1.2.x7", "1.2.l0"]) expect(parseHaulRateKey(key)).toBeNull();
});

test.each([
  ["4.25", 42_500],
  ["$0.1234", 1234],
  ["1,200", 12_000_000],
  ["0", null],
  ["0.00", null],
  ["", null],
  [undefined, null],
])("parses the typed rate %j as %j hundredths of a cent", (typed, rate) => {
  expect(parseTypedRate(typed)).toBe(rate);
});
test.each([
  [42_500, "4.25"],
  [1234, "0.1234"],
  [900_000, "90.00"],
  [42_550, "4.255"],
  [null, ""],
])("formats the rate %j as the typed text %j", (rate, text) => {
  expect(formatTypedRate(rate)).toBe(text);
  if (rate !== null) expect(parseTypedRate(text)).toBe(rate);
});

test.each([
  ["260", 26_000],
  ["$1,260.50", 126_050],
  ["0", null],
  ["", null],
  [undefined, null],
  ["10000000", 1_000_000_000],
  ["10000000.01", undefined],
])("parses the typed minimum %j as %j cents", (typed, cents) => {
  expect(parseTypedMinimum(typed)).toBe(cents);
  if (cents) expect(parseTypedMinimum(formatTypedMinimum(cents))).toBe(cents);
});

test("formats a rate's other terms in words, with the parts of a split", () => {
  const names = new Map([
    [1, "Superior"],
    [2, "Ida Land"],
  ]);
  const words = (terms: object) =>
    formatDraftTerms({ ...DEFAULT_RATE_TERMS, ...terms }, (id) => names.get(id) ?? "");
  expect(words({})).toBe("");
  expect(
    words({ minimum_cents: 26_000, may_convert: true, quantity_basis: "estimated", log_rule: "DOYLE" }),
  ).toBe("at least $260.00 a load, by the estimate if not scaled, other units converted, by Doyle");
  const shares = [
    { company_id: 1, parts: 2 },
    { company_id: 2, parts: 1 },
  ];
  expect(words({ shares })).toBe("split: Superior 2/3 and Ida Land 1/3");
});

test("accepts a split only among two or more companies of the job, each once, with payee and without payer", () => {
  const fits = (...ids: number[]) =>
    isSplitValid(new Set([1, 2, 3]), {
      paying_company_id: 3,
      receiving_company_id: 1,
      shares: ids.map((company_id) => ({ company_id, parts: 1 })),
    });
  expect([fits(), fits(1, 2)]).toEqual([true, true]);
  expect([fits(1), fits(2, 2), fits(1, 1), fits(2, 4), fits(1, 4), fits(1, 3)]).toEqual(Array(6).fill(false));
});

test("parses and formats haul pay by unit, load or mile", () => {
  for (const value of ["unit-1", "unit-2", "unit-3", "load", "mile"]) {
    const per = parseHaulBasis(value);
    expect(per && formatHaulBasis(per)).toBe(value);
  }
  for (const value of ["", "unit", "unit-4", "day"]) expect(parseHaulBasis(value)).toBeNull();
});
