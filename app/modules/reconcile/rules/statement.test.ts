import { describe, expect, test } from "vitest";
import { parseDay } from "~/lib/time/read-when";
import { getNetTolerance, hasDifferentScaleTicket, type MatchCandidate, matchLines } from "./matching";
import {
  guessMapping,
  parseStatementLine,
  parseStoredMapping,
  pickMatchingMapping,
  type StatementLine,
} from "./statement";

const POUNDS = {
  gross_unit: "lb",
  tare_unit: "lb",
  net_unit: "lb",
  deduction_unit: "lb",
};
test.each([
  [
    ["Ticket", "Scale Ticket #", "Date", "Truck", "Gross", "Tare", "Net"],
    {
      trip_ticket_number: "Ticket",
      scale_ticket_number: "Scale Ticket #",
      scaled_on: "Date",
      truck_number: "Truck",
      gross: "Gross",
      tare: "Tare",
      net: "Net",
      ...POUNDS,
    },
  ],
  [
    ["Weigh slip", "Day", "Net Tons"],
    { scale_ticket_number: "Weigh slip", scaled_on: "Day", net: "Net Tons", ...POUNDS, net_unit: "ton" },
  ],
  [
    ["Ticket", "Gross lb", "Tare lb", "Net", "Net Tons"],
    {
      trip_ticket_number: "Ticket",
      gross: "Gross lb",
      tare: "Tare lb",
      net: "Net",
      scaled_volume: "Net Tons",
      ...POUNDS,
      volume_unit: "ton",
    },
  ],
  [
    ["Ticket", "Cords"],
    { trip_ticket_number: "Ticket", scaled_volume: "Cords", ...POUNDS, volume_unit: "cord" },
  ],
  [["a", "b"], POUNDS],
])("guesses the mapping of headings %j", (headings, mapping) => {
  expect(guessMapping(headings)).toEqual(mapping);
});

test("reuses a remembered mapping only if the statement has all of its columns", () => {
  const stored = { net: "Net", scaled_on: "Date", ...POUNDS, net_unit: "ton" };
  expect(pickMatchingMapping(stored, ["Date", "Net", "Other"])).toEqual(stored);
  // Older mapping with one unit for all weights.
  const before = { net: "Net", scaled_on: "Date", weights: "ton" };
  expect(pickMatchingMapping(before, ["Date", "Net"])).toMatchObject({ net_unit: "ton", gross_unit: "ton" });
  expect(pickMatchingMapping(stored, ["Date", "Weight"])).toBeNull();
});

test.each([
  ["2026-11-16", "2026-11-16"],
  ["2026-11-16T08:00", "2026-11-16"],
  ["11/6/26", "2026-11-06"],
  ["11-16-2026 08:15", "2026-11-16"],
  ["Nov 16, 2026", "2026-11-16"],
  ["16 November 2026 8:15 AM", "2026-11-16"],
  ["2026-02-30", null],
  ["16.11.2026", null],
  ["yesterday", null],
])("reads the date %s as %s", (text, day) => {
  expect(parseDay(text)).toBe(day);
});

const HEADINGS = ["No", "Scale", "Date", "Truck", "Gross", "Tare", "Net", "Cords"];
const MAPPING = {
  trip_ticket_number: "No",
  scale_ticket_number: "Scale",
  scaled_on: "Date",
  truck_number: "Truck",
  gross: "Gross",
  tare: "Tare",
  net: "Net",
};
describe("a statement line", () => {
  test("a line without a volume has only weights", () => {
    expect(
      parseStatementLine(["#1042", "S-1", "11/16/2026", "12", "80,000", "25,200", "", ""], HEADINGS, MAPPING),
    ).toEqual({
      trip_ticket_number: 1042,
      scale_ticket_number: "S-1",
      scaled_on: "2026-11-16",
      truck_number: "12",
      gross_pounds: 80_000,
      tare_pounds: 25_200,
      net_pounds: 54_800,
      scaled_volume: null,
      scaled_wood_unit_type_id: null,
      product: null,
      deduction_pounds: null,
      price: null,
      problem: null,
    });
  });
  test("a volume keeps the unit named by its heading", () => {
    const line = parseStatementLine(
      ["1", "", "", "", "", "", "", "11.2"],
      HEADINGS,
      parseStoredMapping({ ...MAPPING, scaled_volume: "Cords" }),
    );
    expect(line).toMatchObject({ scaled_volume: 11_200, scaled_wood_unit_type_id: 3 });
  });
  test("gross and tare in pounds and net in tons are each converted from their own unit", () => {
    const mapping = parseStoredMapping({ ...MAPPING, net_unit: "ton" });
    const cells = ["1", "", "", "", "151,200", "52,840", "49.18", ""];
    expect(parseStatementLine(cells, HEADINGS, mapping)).toMatchObject({
      gross_pounds: 151_200,
      tare_pounds: 52_840,
      net_pounds: 98_360,
      problem: null,
    });
  });
  test("the problem message names the words that can't be read", () => {
    const line = parseStatementLine(["x1", "", "soon", "", "80000", "10000", "1", ""], HEADINGS, MAPPING);
    expect(line.problem).toBe(
      'Net isn\'t gross less tare. Ticket number "x1" can\'t be read. Date "soon" can\'t be read.',
    );
  });
});

const line = (n: number, values: Partial<StatementLine>) => ({
  line: n,
  trip_ticket_number: null,
  scale_ticket_number: null,
  scaled_on: "2026-11-16",
  truck_number: null,
  gross_pounds: null,
  tare_pounds: null,
  net_pounds: 54_800,
  scaled_volume: 27_400,
  scaled_wood_unit_type_id: 2,
  product: null,
  deduction_pounds: null,
  price: null,
  problem: null,
  ...values,
});
const load = (id: number, values: Partial<MatchCandidate> = {}): MatchCandidate => ({
  id,
  trip_ticket_number: 1000 + id,
  scale_ticket_number: null,
  truck_number: null,
  days: ["2026-11-16"],
  net_pounds: null,
  estimated_volume: null,
  estimated_wood_unit_type_id: null,
  ...values,
});

describe("matching lines to loads", () => {
  test("matches by ticket number first, then by scale ticket in any spelling, then by day, truck and net", () => {
    const loads = [
      load(1),
      load(2, { scale_ticket_number: "S 77" }),
      load(3, { truck_number: "T-12", net_pounds: 54_300 }),
    ];
    const lines = [
      line(1, { truck_number: "t12" }),
      line(2, { scale_ticket_number: "s-77" }),
      line(3, { trip_ticket_number: 1001, scale_ticket_number: "s-77x" }),
    ];
    expect(matchLines(lines, loads)).toEqual([
      { line: 3, id: 1, by: "number" },
      { line: 2, id: 2, by: "scale ticket" },
      { line: 1, id: 3, by: "date, truck and net" },
    ]);
  });
  test.each([
    ["net is too far off", [load(1, { truck_number: "12", net_pounds: 50_000 })]],
    [
      "the estimate is too far off",
      [load(1, { truck_number: "12", estimated_volume: 55_000, estimated_wood_unit_type_id: 2 })],
    ],
    ["it is another day", [load(1, { truck_number: "12", days: ["2026-11-15"] })]],
    ["two loads fit", [load(1, { truck_number: "12" }), load(2, { truck_number: "12" })]],
    ["it has another scale ticket", [load(1, { truck_number: "12", scale_ticket_number: "S-100" })]],
  ])("matches no load if %s", (_why, loads) => {
    expect(matchLines([line(1, { truck_number: "12", scale_ticket_number: "S-200" })], loads)).toEqual([]);
  });
  test.each([
    ["S-100", "s 100", false],
    ["S-100", null, false],
    [null, "S-100", false],
    ["S-100", "S-200", true],
  ])("compares the scale tickets %s and %s; they differ: %s", (theirs, ours, differ) => {
    expect(hasDifferentScaleTicket({ scale_ticket_number: theirs }, { scale_ticket_number: ours })).toBe(
      differ,
    );
  });
  test("doesn't match two lines with the same number, or a load that is already matched", () => {
    const twice = [line(1, { trip_ticket_number: 1001 }), line(2, { trip_ticket_number: 1001 })];
    expect(matchLines(twice, [load(1)])).toEqual([]);
    expect(matchLines([line(1, { trip_ticket_number: 1001 })], [load(1)], new Set([1]))).toEqual([]);
  });
  test("tolerates 200 lb, or 1% of a heavy load", () => {
    expect([getNetTolerance(10_000), getNetTolerance(54_800)]).toEqual([200, 548]);
  });
});
