import { describe, expect, test } from "vitest";
import { parseExactNumber } from "./exact-number";
import { getLoadRangeWarnings, LOAD_VOLUME_RANGE, NET_POUNDS_RANGE } from "./load-range";
import { parseVolume } from "./measures";
import { parseIdentifierCell, parsePoundsCell, parseVolumeCell } from "./quantity";
import { findNamedUnit, parseUnitCell } from "./units";

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
])("parses the number %j as %s", (text, value) => {
  const number = parseExactNumber(text);
  expect(number && Number(number.numerator) / Number(number.denominator)).toBe(value);
});

test("parses a fraction typed in a form like a decimal", () => {
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
])("finds the unit of the heading %j: %s", (heading, unit) => {
  expect(findNamedUnit(heading)).toMatchObject({ unit, unknown: null });
});

test.each([
  "Dry tons",
  "Face cords",
  "Net (stere)",
  "Tons/cords",
  "Cubic feet",
  "Doyle-Scribner BF",
  "Net (loads)",
])("returns the unknown unit text in the heading %j as unknown, with no unit", (heading) => {
  expect(findNamedUnit(heading)).toMatchObject({ unit: null, unknown: expect.any(String) });
});

test.each([
  ["Scribner MBF", "mbf", "SCRIBNER"],
  ["BF Doyle", "bf", "DOYLE"],
  ["Intl 1/4 BF", "bf", "INTERNATIONAL_1_4"],
  ["International 1/4 inch, board feet", "bf", "INTERNATIONAL_1_4"],
  ["Scribner Decimal C BF", "bf", "SCRIBNER_DECIMAL_C"],
  ["Doyle", null, "DOYLE"],
])("finds the log rule in the heading %j", (heading, unit, rule) => {
  expect(findNamedUnit(heading)).toEqual({ unit, rule, unknown: null });
});

test("parses a unit cell only if it contains just the unit and its log rule", () => {
  expect(
    ["T", "tons", "lb", "#", "bd ft", "MBF Scribner", "loads", "tons of it all"].map(
      (t) => parseUnitCell(t)?.unit ?? null,
    ),
  ).toEqual(["ton", "ton", "lb", "lb", "bf", "mbf", null, null]);
});

describe("parsing a weight cell", () => {
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
  ] as const)("parses %s in a column of %s as %s lb", (text, unit, value) => {
    expect(parsePoundsCell(text, unit)).toEqual({ ok: true, value });
  });
  test.each([
    ["27.4", "lb", "isn't whole pounds."],
    ["7.854E+04", "lb", "was shortened by a spreadsheet. Type the whole number."],
    ["12 stone", "lb", 'has a unit that isn\'t known, "stone".'],
    ["7 cords", "lb", "isn't a weight."],
    ["500,000", "lb", "is more than a truck weighs."],
    ["=1+1", "ton", "can't be read."],
  ] as const)("rejects %s in a column of %s with a message", (text, unit, problem) => {
    expect(parsePoundsCell(text, unit)).toEqual({ ok: false, problem });
  });
});

describe("parsing a volume cell", () => {
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
  ] as const)("parses %s in a column of %s as %s thousandths", (text, unit, volume, id) => {
    expect(parseVolumeCell(text, unit)).toEqual({ ok: true, value: { volume, unit: id, rule: null } });
  });
  test("rejects a volume without a unit, or in a unit that isn't used for counting loads", () => {
    expect(parseVolumeCell("7", null)).toMatchObject({
      ok: false,
      problem: expect.stringContaining("no unit"),
    });
    expect(parseVolumeCell("7 cunits", "cord")).toMatchObject({
      ok: false,
      problem: expect.stringContaining("Cunits"),
    });
    expect(parseVolumeCell("20 m3", "cord")).toMatchObject({ ok: false });
  });
  test("returns the log rule named in the cell", () => {
    expect(parseVolumeCell("4,321 BF Doyle", null)).toMatchObject({
      value: { volume: 4_321, rule: "DOYLE" },
    });
  });
});

test("rejects a slip number that a spreadsheet has shortened", () => {
  expect(parseIdentifierCell("2.02611E+11")).toMatchObject({ ok: false });
  expect(parseIdentifierCell("00123")).toEqual({ ok: true, value: "00123" });
});

test("warns about a load outside the range of one truck, in every unit", () => {
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
