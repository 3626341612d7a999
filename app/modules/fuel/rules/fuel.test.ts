import { expect, it } from "vitest";
import { readEiaSheet } from "./eia-sheet";
import {
  formatFuelChange,
  formatFuelPrice,
  getWeekProblem,
  isLargePriceChange,
  isPossiblePrice,
  parseFuelPrice,
} from "./price";
import { FUEL_REGION_CODES, getFuelRegion } from "./regions";

const STATES =
  "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY".split(
    " ",
  );

it("maps every state to one fuel region, and any other code to the whole country", () => {
  expect(STATES.filter((state) => getFuelRegion(state) === "NUS")).toEqual([]);
  expect([getFuelRegion("MI"), getFuelRegion("CA"), getFuelRegion("OR"), getFuelRegion("GA")]).toEqual([
    "R20",
    "SCA",
    "R5XCA",
    "R1Z",
  ]);
  expect([getFuelRegion("PR"), getFuelRegion(null)]).toEqual(["NUS", "NUS"]);
  expect(FUEL_REGION_CODES).toHaveLength(11);
});

it("a price has at most three decimals and is between one and fifteen dollars", () => {
  expect(["3.912", "$4.05", " 4 ", 3.9].map(parseFuelPrice)).toEqual([3912, 4050, 4000, 3900]);
  expect(["3.9125", "-3", "three", "", "3,912"].map(parseFuelPrice)).toEqual([null, null, null, null, null]);
  expect([999, 1000, 15_000, 15_001].map(isPossiblePrice)).toEqual([false, true, true, false]);
  expect(formatFuelPrice(4050)).toBe("$4.050");
});

it("a price change is shown in cents, and is large only above a quarter", () => {
  expect([formatFuelChange(3954, 3912), formatFuelChange(3902, 3912), formatFuelChange(3900, 3900)]).toEqual([
    "4.2 cents more",
    "1 cent less",
    "no change",
  ]);
  expect([
    isLargePriceChange(5000, 4000),
    isLargePriceChange(5001, 4000),
    isLargePriceChange(2999, 4000),
  ]).toEqual([false, true, true]);
});

it("a price week must start on a Monday that has come", () => {
  expect(getWeekProblem("2026-11-16", "2026-11-18")).toBe(null);
  expect(getWeekProblem("2026-11-18", "2026-11-18")).toBe(
    "Weeks start on Monday. Wed, Nov 18, 2026 is in the week of Mon, Nov 16, 2026.",
  );
  expect(getWeekProblem("2026-11-22", "2026-11-30")).toMatch(/in the week of Mon, Nov 16/);
  expect(getWeekProblem("2026-11-23", "2026-11-18")).toBe("This week hasn't begun yet.");
  expect(getWeekProblem("2026-02-30", "2026-11-18")).toBe("Choose a Monday.");
});

const HEAD = [
  ["Back to Contents", "Data 1: Weekly Diesel"],
  ["Sourcekey", "EMD_EPD2D_PTE_NUS_DPG", "EMD_EPD2D_PTE_R20_DPG", "EMM_EPMR_PTE_NUS_DPG"],
  ["Date", "U.S. No 2 Diesel", "Midwest No 2 Diesel", "Regular"],
];

it("reads the sheet's weeks in all day formats and ignores other series", () => {
  const read = readEiaSheet([
    ...HEAD,
    [46_342, 3.912, 3.801, 3.1],
    [new Date("2026-11-23T00:00:00Z"), 3.954, null, 3.1],
    ["Nov 30, 2026", "3.9", "3.7", "3.1"],
    ["12/07/2026", 3.8, 3.7, ""],
  ]);
  expect(read).toEqual({
    leftOut: [],
    prices: [
      { region: "NUS", week_on: "2026-11-16", price_mills: 3912 },
      { region: "R20", week_on: "2026-11-16", price_mills: 3801 },
      { region: "NUS", week_on: "2026-11-23", price_mills: 3954 },
      { region: "NUS", week_on: "2026-11-30", price_mills: 3900 },
      { region: "R20", week_on: "2026-11-30", price_mills: 3700 },
      { region: "NUS", week_on: "2026-12-07", price_mills: 3800 },
      { region: "R20", week_on: "2026-12-07", price_mills: 3700 },
    ],
  });
});

it("skips a bad line, reporting its number and reason, and reads the others", () => {
  const read = readEiaSheet([
    ...HEAD,
    ["2022-06-06", 5.7, 5.6],
    ["2026-11-16", 3.9, 0.39],
    ["2026-11-17", 3.9, 3.8],
    ["", 3.9, 3.8],
    ["2026-11-23", "n/a", 3.8],
    ["2026-11-30", 5.9, 3.8],
    [],
  ]);
  expect(read).toEqual({
    prices: [
      { region: "NUS", week_on: "2026-11-16", price_mills: 3900 },
      { region: "R20", week_on: "2026-11-23", price_mills: 3800 },
      { region: "R20", week_on: "2026-11-30", price_mills: 3800 },
    ],
    leftOut: [
      { line: 5, why: "R20: 0.39 is not between 1 and 15 dollars" },
      { line: 6, why: "2026-11-17 is not a Monday" },
      { line: 7, why: "its first cell is not a day" },
      { line: 8, why: "NUS: n/a is not a price" },
      { line: 9, why: "NUS: 5.9 is more than a quarter away from the week before" },
    ],
  });
  const [fast, far] = [
    ["2026-11-16", 3.9],
    ["2026-11-23", 5.9],
  ] as const;
  expect(readEiaSheet([...HEAD, fast, far], true)).toMatchObject({
    prices: [{}, { price_mills: 5900 }],
    leftOut: [],
  });
  expect(
    readEiaSheet([
      ["Date", "Price"],
      ["2026-11-16", 3.9],
    ]),
  ).toEqual({
    problem: expect.stringContaining("No row has the names of the series"),
  });
});
