import { describe, expect, test } from "vitest";
import { parseExactNumber } from "./exact-number";
import { getLoadRangeWarnings, LOAD_VOLUME_RANGE, NET_POUNDS_RANGE } from "./load-range";
import { parseVolume } from "./measures";
import { readCodeCell, readPounds, readUnitVolume } from "./quantity";
import { readNamedUnit, readUnitCell } from "./units";

test.each([
  ["78,540", 78_540],
  ["78 540", 78_540],
  ["7 1/2", 7.5],
  ["7½", 7.5],
  ["7 ½", 7.5],
  ["½", 0.5],
  [".5", 0.5],
  ["-52,000", -52_000],
  ["(52,000)", -52_000],
  ["52,000-", -52_000],
  ["7,85", null],
  ["11/16", null],
  ["7 3/2", null],
  ["2.02611E+11", null],
  ["", null],
  ["seven", null],
])("the number %j is %s", (text, value) => {
  const number = parseExactNumber(text);
  expect(number && Number(number.numerator) / Number(number.denominator)).toBe(value);
});

test("a form reads fractions as a form reads decimals", () => {
  expect(["7 1/2", "7½", "7.5", "7.5005"].map(parseVolume)).toEqual([7_500, 7_500, 7_500, null]);
});

test.each([
  ["Net", null],
  ["Net (lb)", "lb"],
  ["Gross kg", "kg"],
  ["Net tonnes", "metric_ton"],
  ["Net (metric tons)", "metric_ton"],
  ["MT", "metric_ton"],
  ["Tons (1,000 kg)", "metric_ton"],
  ["Long tons", "long_ton"],
  ["Tons of 2,240 lb", "long_ton"],
  ["Short tons", "ton"],
  ["Net Tons", "ton"],
  ["Tons (2,000 lb)", "ton"],
  ["Green tons", "ton"],
  ["CWT", "cwt"],
  ["Hundredweight", "cwt"],
  ["Board Feet", "bf"],
  ["Scaled bd ft", "bf"],
  ["Net BF", "bf"],
  ["MBF", "mbf"],
  ["M bd ft", "mbf"],
  ["Cords", "cord"],
  ["cds", "cord"],
  ["CCF", "cunit"],
  ["Cubic meters", "m3"],
])("the heading %j names %s", (heading, unit) => {
  expect(readNamedUnit(heading)).toMatchObject({ unit, unknown: null });
});

test.each([
  "Dry tons",
  "Face cords",
  "Net (stere)",
  "Tons/cords",
  "Cubic feet",
  "Doyle-Scribner BF",
  "Net (loads)",
])("the heading %j names no unit that is known, and says so", (heading) => {
  expect(readNamedUnit(heading)).toMatchObject({ unit: null, unknown: expect.any(String) });
});

test.each([
  ["Scribner MBF", "mbf", "SCRIBNER"],
  ["BF Doyle", "bf", "DOYLE"],
  ["Intl 1/4 BF", "bf", "INTERNATIONAL_1_4"],
  ["International 1/4 inch, board feet", "bf", "INTERNATIONAL_1_4"],
  ["Scribner Decimal C BF", "bf", "SCRIBNER_DECIMAL_C"],
  ["Doyle", null, "DOYLE"],
])("the heading %j names the log rule", (heading, unit, rule) => {
  expect(readNamedUnit(heading)).toEqual({ unit, rule, unknown: null });
});

test("a cell names a unit and nothing else", () => {
  expect(
    ["T", "tons", "lb", "#", "bd ft", "MBF Scribner", "loads", "tons of it all"].map(
      (t) => readUnitCell(t)?.unit ?? null,
    ),
  ).toEqual(["ton", "ton", "lb", "lb", "bf", "mbf", null, null]);
});

describe("a weight", () => {
  test.each([
    ["78,540", "lb", 78_540],
    ["78540 lbs", "kg", 78_540],
    ["54800.00", "lb", 54_800],
    ["35,640 kg", "lb", 78_573],
    ["35640", "kg", 78_573],
    ["27.4", "ton", 54_800],
    ["27.4 tons", "lb", 54_800],
    ["24.5", "metric_ton", 54_013],
    ["24.5", "long_ton", 54_880],
    ["548", "cwt", 54_800],
  ] as const)("%s in a column of %s is %s lb", (text, unit, value) => {
    expect(readPounds(text, unit)).toEqual({ ok: true, value });
  });
  test.each([
    ["27.4", "lb", "isn't whole pounds."],
    ["7.854E+04", "lb", "was shortened by a spreadsheet. Type the whole number."],
    ["12 stone", "lb", 'has a unit that isn\'t known, "stone".'],
    ["7 cords", "lb", "isn't a weight."],
    ["500,000", "lb", "is more than a truck weighs."],
    ["=1+1", "ton", "can't be read."],
  ] as const)("%s in a column of %s is asked about", (text, unit, problem) => {
    expect(readPounds(text, unit)).toEqual({ ok: false, problem });
  });
});

describe("a volume", () => {
  test.each([
    ["9,871", "bf", 9_871, 1],
    ["10,250", "bf", 10_250, 1],
    ["4.321", "mbf", 4_321, 1],
    ["4,321 bd ft", "mbf", 4_321, 1],
    ["7 1/2", "cord", 7_500, 3],
    ["7.5 cds", null, 7_500, 3],
    ["7½ cords", null, 7_500, 3],
    ["24.5", "metric_ton", 27_007, 2],
    ["55,000", "lb", 27_500, 2],
  ] as const)("%s in a column of %s is %s thousandths", (text, unit, volume, id) => {
    expect(readUnitVolume(text, unit)).toEqual({ ok: true, value: { volume, unit: id, rule: null } });
  });
  test("without a unit, or in one that no load is counted in, is asked about", () => {
    expect(readUnitVolume("7", null)).toMatchObject({
      ok: false,
      problem: expect.stringContaining("no unit"),
    });
    expect(readUnitVolume("7 cunits", "cord")).toMatchObject({
      ok: false,
      problem: expect.stringContaining("Cunits"),
    });
    expect(readUnitVolume("20 m3", "cord")).toMatchObject({ ok: false });
  });
  test("says the log rule that its cell names", () => {
    expect(readUnitVolume("4,321 BF Doyle", null)).toMatchObject({ value: { volume: 4_321, rule: "DOYLE" } });
  });
});

test("the number of a slip that a spreadsheet has shortened is asked about", () => {
  expect(readCodeCell("2.02611E+11")).toMatchObject({ ok: false });
  expect(readCodeCell("00123")).toEqual({ ok: true, value: "00123" });
});

test("what one truck doesn't carry is asked about, in every unit", () => {
  for (const unit of [1, 2, 3] as const) {
    const { least, most } = LOAD_VOLUME_RANGE[unit];
    const count = (volume: number) => getLoadRangeWarnings({ volume, unit }).length;
    expect([least - 1, least, most, most + 1].map(count)).toEqual([1, 0, 0, 1]);
  }
  const nets = [
    NET_POUNDS_RANGE.least - 1,
    NET_POUNDS_RANGE.least,
    NET_POUNDS_RANGE.most,
    NET_POUNDS_RANGE.most + 1,
  ];
  expect(nets.map((net) => getLoadRangeWarnings({ volume: null, unit: null, net }).length)).toEqual([
    1, 0, 0, 1,
  ]);
  expect(getLoadRangeWarnings({ volume: 4_321_000, unit: 1 })).toEqual([
    "The scaled volume is 4,321 MBF. One truck carries 0.2 to 17 MBF. Is this board feet?",
  ]);
});
