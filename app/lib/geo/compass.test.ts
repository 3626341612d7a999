import { expect, test } from "vitest";
import { getCompassDirection, offsetPoint, parsePlaceOffset } from "./compass";
import { computeMilesBetween } from "./geo";

const grayling = { latitude: 44.661, longitude: -84.715 };

test.each([
  ["2 miles north of Grayling", { miles: 2, to: "N", of: "Grayling", road: null }],
  ["two mi NE of Mio", { miles: 2, to: "NE", of: "Mio", road: null }],
  ["1.5 miles w of Sault Ste. Marie", { miles: 1.5, to: "W", of: "Sault Ste. Marie", road: null }],
  ["1 mile southwest of Grayling", { miles: 1, to: "SW", of: "Grayling", road: null }],
  [
    "the yard two miles north of Grayling, MI on the old 27",
    { miles: 2, to: "N", of: "Grayling, MI", road: "the old 27" },
  ],
  ["half a mile east of Mio along M-72", { miles: 0.5, to: "E", of: "Mio", road: "M-72" }],
  ["a mile to the west of Mio", { miles: 1, to: "W", of: "Mio", road: null }],
  ["some miles north of Grayling", null],
  ["2 miles up of Grayling", null],
  ["2 miles north", null],
  ["Grayling", null],
])("parses the offset from a town: %s", (text, read) => expect(parsePlaceOffset(text)).toEqual(read));

test.each(["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const)(
  "returns direction %s for a point miles away in that direction",
  (to) => {
    const there = offsetPoint(grayling, 5, to);
    expect(computeMilesBetween(grayling, there)).toBeCloseTo(5, 1);
    expect(getCompassDirection(grayling, there)).toBe(to);
  },
);
