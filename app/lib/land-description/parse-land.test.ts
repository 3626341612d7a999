import { expect, it, test } from "vitest";
import { parseCoordinates } from "~/lib/geo/coordinates";
import { computeAliquotBox, formatLandPart, parseLand } from "./parse-land";
import { parseSection } from "./plss";

test.each<[string, string | null]>([
  ["T26N R3W", "26N 3W"],
  ["26n 3w", "26N 3W"],
  ["26N3W", "26N 3W"],
  ["T26N-R3W", "26N 3W"],
  ["T26N R3W section 14", "26N 3W 14"],
  ["Sec. 14, T26N, R3W", "26N 3W 14"],
  ["S14 T26N R3W", "26N 3W 14"],
  ["T 26 N R 3 W S 14", "26N 3W 14"],
  ["T26N-R3W-S14", "26N 3W 14"],
  ["14-26N-3W", "26N 3W 14"],
  ["26N03W14", "26N 3W 14"],
  ["Town 26 North, Range 3 West", "26N 3W"],
  ["Township 26 North, Range 3 West, Section 14", "26N 3W 14"],
  ["T26N, R3W, Sec 14, Michigan Meridian", "26N 3W 14"],
  ["T10N R3W Sec 4, Fifth Principal Meridian", "10N 3W 4"],
  ["T10N R3W Sec 4, 5th P.M.", "10N 3W 4"],
  ["T026N R003W SEC 014", "26N 3W 14"],
  ["NW1/4 SE1/4 Sec 14 T26N R3W", "26N 3W 14 NW1/4 SE1/4"],
  ["NW\u00BC of the SE\u00BC of Section 14, T26N, R3W", "26N 3W 14 NW1/4 SE1/4"],
  ["NWSE 14 T26N R3W", null],
  ["S1/2 Sec 14 T26N R3W", "26N 3W 14 S1/2"],
  ["S 1/2 NE 1/4 S14 T26N R3W", "26N 3W 14 S1/2 NE1/4"],
  ["Lot 2, Sec 3, T26N R3W", "26N 3W 3 Lot 2"],
  ["Gov't Lot 2 Sec 3 T26N R3W", null],
  ["Govt Lot 2 Sec 3 T26N R3W", "26N 3W 3 Lot 2"],
  ["T26N", null],
  ["T26N R3W section 40", null],
  ["T26N R3W Grayling", null],
  ["44.66N 84.71W", null],
  ["Grayling", null],
])("the land of %s", (text, expected) => {
  const land = parseLand(text);
  const words = land && [
    `${land.township.number}${land.township.direction}`,
    `${land.range.number}${land.range.direction}`,
    land.section ?? "",
    formatLandPart(land),
  ];
  expect(words?.filter(Boolean).join(" ") ?? null).toBe(expected);
});

test.each(["26N 3W", "26N, 3W", "T26N R3W", "44N 84W"])("doesn't parse %s as coordinates", (text) => {
  expect(parseCoordinates(text)).toBeNull();
});

it("computes the box of a part of a section", () => {
  const section = { min_latitude: 0, max_latitude: 8, min_longitude: 0, max_longitude: 8 };
  expect(computeAliquotBox(section, ["NW", "SE"])).toEqual({
    min_latitude: 2,
    max_latitude: 4,
    min_longitude: 4,
    max_longitude: 6,
  });
  expect(computeAliquotBox(section, ["S"])).toMatchObject({
    min_latitude: 0,
    max_latitude: 4,
    max_longitude: 8,
  });
});

it("parses the section number in a description of a part of the section", () => {
  expect(parseSection("NW1/4 SE1/4 Sec 14")).toBe(14);
  expect(parseSection("Lot 2 Sec. 3")).toBe(3);
});
