import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import {
  computeNetPounds,
  convertVolume,
  createPoundsSchema,
  createVolumeSchema,
  divideHalfEven,
  formatInventory,
  formatPlainVolume,
  formatPounds,
  formatVolume,
  formatVolumeInUnit,
  MAX_VOLUME,
  parsePounds,
  parseVolume,
  subtractDeduction,
  toTonThousandths,
  UNIT,
  type UnitId,
} from "./measures";

const { mbf, ton, cord } = UNIT;
const UNITS: UnitId[] = [mbf, ton, cord];

/** Volumes from 0 to the maximum, spread unevenly, the same in every test run. */
const VOLUMES = Array.from({ length: 400 }, (_, i) => (i * i * 61 + i * 7) % (MAX_VOLUME + 1));

test.each<[number | null, number | null, number | null, string]>([
  [27_400, ton, cord, "27.4 tons (≈ 11.417 cords)"],
  [27_400, ton, ton, "27.4 tons"],
  [27_400, ton, null, "27.4 tons"],
  [null, ton, cord, "—"],
])("a volume of %s in unit %s, read in %s, is %s", (amount, unit, wanted, words) => {
  expect(formatVolumeInUnit(amount, unit, wanted)).toBe(words);
});

const green = (species: string | null, pounds_a_foot: number) => ({ species, pounds_a_foot });
test.each([
  [
    10_000,
    cord,
    ton,
    green("quaking aspen", 50),
    "10 cords (≈ 20 tons by the green weight of quaking aspen)",
  ],
  [
    10_000,
    cord,
    ton,
    green("northern red oak", 64),
    "10 cords (≈ 25.6 tons by the green weight of northern red oak)",
  ],
  [20_000, ton, cord, green(null, 50), "20 tons (≈ 10 cords)"],
  [1000, mbf, ton, green("average wood", 60), "1 MBF (≈ 4.8 tons by the green weight of average wood)"],
  // The weight of the wood doesn't matter for a conversion between two volume units.
  [1000, mbf, cord, green("quaking aspen", 50), "1 MBF (≈ 2 cords)"],
])("formats volume %s of unit %s in unit %s for wood %o as %s", (amount, unit, expected, wood, words) => {
  expect(formatVolumeInUnit(amount, unit, expected, wood)).toBe(words);
});

describe("conversions", () => {
  test.each([
    [1000, mbf, ton, 4800],
    [1000, mbf, cord, 2000],
    [1000, cord, ton, 2400],
    [2400, ton, cord, 1000],
    [4800, ton, mbf, 1000],
    [2000, cord, mbf, 1000],
    [55_000, ton, mbf, 11_458],
    [55_000, ton, cord, 22_917],
    [27_400, ton, ton, 27_400],
    [0, mbf, ton, 0],
    [-1000, mbf, ton, -4800],
  ] as const)(
    "converts %d thousandths of unit %d to unit %d as %d thousandths",
    (from, unit, to, expected) => {
      expect(convertVolume(from, unit, to)).toBe(expected);
    },
  );

  it("rounds half to even: 0.001 cord is 0.0005 MBF, which becomes 0", () => {
    expect([1, 3, 5, 7].map((v) => convertVolume(v, cord, mbf))).toEqual([0, 2, 2, 4]);
  });

  it("converts a volume between any two units and back within the rounding error", () => {
    const perMbf = { [mbf]: 1, [ton]: 4.8, [cord]: 2 };
    for (const from of UNITS)
      for (const to of UNITS)
        for (const v of VOLUMES) {
          const there = convertVolume(v, from, to);
          expect(Math.abs(there - (v / perMbf[from]) * perMbf[to])).toBeLessThanOrEqual(0.5 + 1e-6);
          const back = convertVolume(there, to, from);
          const lost = 0.5 * (perMbf[from] / perMbf[to]) + 0.5;
          expect(Math.abs(back - v)).toBeLessThanOrEqual(lost);
        }
  });

  it("loses nothing when a volume is converted to a finer unit and back", () => {
    for (const v of VOLUMES) {
      expect(convertVolume(convertVolume(v, mbf, ton), ton, mbf)).toBe(v);
      expect(convertVolume(convertVolume(v, mbf, cord), cord, mbf)).toBe(v);
      expect(convertVolume(convertVolume(v, cord, ton), ton, cord)).toBe(v);
    }
  });
});

test.each([
  [5n, 10n, 0],
  [15n, 10n, 2],
  [25n, 10n, 2],
  [26n, 10n, 3],
  [24n, 10n, 2],
  [-5n, 10n, 0],
  [-15n, 10n, -2],
  [15n, -10n, -2],
  [-16n, 10n, -2],
])("divides %d by %d, rounding half to even, to %d", (n, d, expected) => {
  expect(divideHalfEven(n, d) + 0).toBe(expected);
});

describe("formatting and parsing volumes", () => {
  test.each([
    [27_400, ton, "27.4 tons"],
    [1_000, ton, "1 ton"],
    [1_000, cord, "1 cord"],
    [1_000, mbf, "1 MBF"],
    [6_200, mbf, "6.2 MBF"],
    [1_204_000, cord, "1,204 cords"],
    [1, ton, "0.001 tons"],
    [0, ton, "0 tons"],
    [null, ton, "—"],
    [27_400, null, "—"],
  ])("formats %s thousandths of unit %s as %s", (v, unit, text) => {
    expect(formatVolume(v, unit)).toBe(text);
  });

  test.each([
    ["27.4", 27_400],
    [" 27.4 ", 27_400],
    ["1,204", 1_204_000],
    ["1,204.125", 1_204_125],
    [".5", 500],
    ["0", 0],
    ["0.001", 1],
    ["10,000", MAX_VOLUME],
    [27.4, 27_400],
    [0.1 + 0.2, null],
    ["10000.001", null],
    ["0.0001", null],
    ["-1", null],
    [-1, null],
    ["+1", null],
    ["", null],
    [".", null],
    ["1.2.3", null],
    ["1,20", null],
    ["12,04.5", null],
    ["1e3", null],
    ["0x10", null],
    ["27 ton", null],
    ["٢٧", null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [1e-7, null],
  ])("parses %s as %s thousandths", (typed, expected) => {
    expect(parseVolume(typed)).toBe(expected);
  });

  it("parses every formatted volume back to the same value", () => {
    for (const v of VOLUMES) expect(parseVolume(formatPlainVolume(v))).toBe(v);
    expect(formatPlainVolume(null)).toBe("");
  });

  it("volume and weight fields accept text and numbers unchanged and reject anything else with a message", () => {
    const input = z.strictObject({
      v: createVolumeSchema("Type a volume"),
      w: createPoundsSchema().optional(),
    });
    expect(input.parse({ v: "1,204" })).toEqual({ v: "1,204" });
    expect(input.parse({ v: 27.4, w: 78_540 })).toEqual({ v: 27.4, w: 78_540 });
    for (const v of ["", null, undefined, true, "-1", [], {}])
      expect(input.safeParse({ v }).error?.issues.map((i) => i.message)).toEqual(["Type a volume"]);
    expect(input.safeParse({ v: 1, w: "1.5" }).error?.issues[0]?.message).toBe(
      "Type whole pounds, like 78,540.",
    );
  });

  test.each([
    [createPoundsSchema(), "801200", "This is more than a truck weighs."],
    [createPoundsSchema(), "801,200 lbs", "This is more than a truck weighs."],
    [createPoundsSchema(), "80,120 kg", "Type whole pounds, like 78,540."],
    [createVolumeSchema(), "24.34 tons", "Type the number alone, like 27.4. The unit is chosen next to it."],
    [createVolumeSchema(), "24.34567", "Use three decimals at most, like 27.412."],
    [createVolumeSchema(), "10001", "Type a volume like 27.4, up to 10,000."],
    [createVolumeSchema(), "about 5", "Type a volume like 27.4, up to 10,000."],
  ] as const)("returns a specific message for an invalid volume or weight: %#", (input, typed, result) => {
    expect(input.safeParse(typed).error?.issues.map((i) => i.message)).toEqual([result]);
  });
});

describe("inventory", () => {
  test.each([
    [110_000, ton, "loads", null, "2 loads"],
    [55_000, ton, "loads", null, "1 load"],
    [57_000, ton, "loads", null, "1 load"],
    [54_999, ton, "loads", null, "<1 load"],
    [54_999, ton, "loads", 25, "2.2 loads"],
    [11_459, mbf, "loads", null, "1 load"],
    [1, cord, mbf, null, "<1 MBF"],
    [999, ton, ton, null, "<1 ton"],
    [999, cord, cord, null, "<1 cord"],
    [1, mbf, mbf, null, "<1 MBF"],
    [1000, mbf, ton, null, "4.8 tons"],
    [0, ton, "loads", null, "0 loads"],
    [0, ton, cord, null, "0 cords"],
    [-2500, ton, ton, null, "-2.5 tons"],
    [-20, ton, ton, null, "0 tons"],
    [1000, ton, ton, null, "1 ton"],
  ] as const)(
    "formats an inventory of %d thousandths of unit %d in %s, with %s tons per load, as %s",
    (v, unit, shown, load, text) => {
      expect(formatInventory(v, unit, shown, load)).toBe(text);
    },
  );
});

describe("weights", () => {
  test.each([
    ["78,540", 78_540],
    ["78540", 78_540],
    [78_540, 78_540],
    ["0", 0],
    ["400000", 400_000],
    ["400001", null],
    ["78.5", null],
    [78.5, null],
    ["-1", null],
    ["", null],
    ["7,85,40", null],
    [" 80,120 lbs ", 80_120],
    ["80120 LB", 80_120],
    ["80 120", 80_120],
    ["31,440 #", 31_440],
    ["31440#", 31_440],
    ["80 12", null],
    ["36,000 kg", null],
    ["40 tons", null],
    ["lb", null],
  ])("parses %s as %s pounds", (typed, expected) => {
    expect(parsePounds(typed)).toBe(expected);
  });

  it("subtracts the tare from the gross weight, then the deduction", () => {
    expect(computeNetPounds(78_540, 24_000)).toBe(54_540);
    expect(computeNetPounds(78_540, null)).toBeNull();
    expect(computeNetPounds(null, 24_000)).toBeNull();
    expect(computeNetPounds(24_000, 78_540)).toBe(-54_540);
    expect(subtractDeduction(54_540, 540)).toBe(54_000);
    expect(subtractDeduction(54_540, null)).toBe(54_540);
    expect(subtractDeduction(500, 900)).toBe(0);
    expect(formatPounds(54_540)).toBe("54,540 lb");
    expect(formatPounds(null)).toBe("—");
  });

  test.each([
    [54_000, 27_000],
    [54_321, 27_160],
    [54_323, 27_162],
    [1, 0],
    [3, 2],
    [0, 0],
  ])("converts %d pounds to %d thousandths of a ton", (weight, thousandths) => {
    expect(toTonThousandths(weight)).toBe(thousandths);
  });
});
