import { describe, expect, it, test } from "vitest";
import {
  formatLand,
  formatRange,
  formatTownship,
  getLandDescriptionLabel,
  getSectionPosition,
  parseRange,
  parseSection,
  parseTownship,
} from "./plss";

describe("townships and ranges", () => {
  test.each(["T27N", "27N", "27 N", "t27n", " T 27 N ", "T027N", "27n."])(
    "parses %s as township 27 north",
    (text) => {
      expect(parseTownship(text)).toEqual({ number: 27, direction: "N" });
    },
  );
  test.each(["R2W", "2W", "02 w", "R 2 W"])("parses %s as range 2 west", (text) => {
    expect(parseRange(text)).toEqual({ number: 2, direction: "W" });
  });
  test.each(["", "T27", "N27", "T27E", "R27N", "T0N", "T201N", "T27N R2W", "27.5N", "TN"])(
    "rejects %s as a township",
    (text) => {
      expect(parseTownship(text)).toBeNull();
    },
  );
  test.each(["R2N", "T2W", "2", "W"])("rejects %s as a range", (text) => {
    expect(parseRange(text)).toBeNull();
  });
  it("parses every formatted township and range back to the same value", () => {
    for (let number = 1; number <= 200; number++) {
      for (const direction of ["N", "S"] as const)
        expect(parseTownship(formatTownship({ number, direction }))).toEqual({ number, direction });
      for (const direction of ["E", "W"] as const)
        expect(parseRange(formatRange({ number, direction }))).toEqual({ number, direction });
    }
  });
});

describe("sections", () => {
  test.each([
    ["28", 28],
    ["S28", 28],
    ["Sec. 28", 28],
    ["section 5", 5],
    ["05", 5],
    ["36", 36],
    ["37", null],
    ["0", null],
    ["", null],
    ["SW", null],
    ["28.5", null],
  ])("parses %s as section %s", (text, section) => {
    expect(parseSection(text)).toBe(section);
  });

  it("numbers sections back and forth through a township, row by row", () => {
    const rows: number[][] = Array.from({ length: 6 }, () => []);
    for (let section = 1; section <= 36; section++) {
      const { row, column } = getSectionPosition(section);
      const line = rows[row];
      if (line) line[column] = section;
    }
    expect(rows).toEqual([
      [6, 5, 4, 3, 2, 1],
      [7, 8, 9, 10, 11, 12],
      [18, 17, 16, 15, 14, 13],
      [19, 20, 21, 22, 23, 24],
      [30, 29, 28, 27, 26, 25],
      [31, 32, 33, 34, 35, 36],
    ]);
  });
});

test.each([
  ["27N", "2W", "28", "Michigan", "S28 T27N R2W, Michigan Meridian"],
  ["T27N", "R2W", "28", null, "S28 T27N R2W"],
  ["T1S", "R1E", null, "Principal (Montana)", "T1S R1E, Principal Meridian (Montana)"],
  ["T10N", "R3W", "4", "Fifth Principal", "S4 T10N R3W, Fifth Principal Meridian"],
  ["District 12", null, "Land lot 40", null, "Land lot 40, District 12"],
  [null, null, null, null, ""],
  [null, null, null, "Michigan", ""],
])("formats %s, %s, %s under meridian %s as: %s", (township, range, section, meridian, text) => {
  expect(formatLand({ township, range, section, meridian })).toBe(text);
});

test.each([
  ["GA", "District, land lot"],
  ["TX", "Survey, abstract"],
  ["ME", "Town, plan"],
  ["NC", "Tract"],
])("labels land in %s as %s", (state, label) => {
  expect(getLandDescriptionLabel(state)).toBe(label);
});
