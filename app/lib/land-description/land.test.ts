import { expect, test } from "vitest";
import { getTownshipDirections, isSameSection, NO_DIRECTIONS, normalizeLandDescription } from "./land";

const MICHIGAN = { latitude: 42.42444, longitude: -84.36472 };
const CRAWFORD = {
  min_latitude: 44.51,
  max_latitude: 44.86,
  min_longitude: -84.85,
  max_longitude: -84.37,
};

test.each([
  ["27", "3 W", "T27N", "R3W"],
  ["T 27", "R3", "T27N", "R3W"],
  ["27n", "03w", "T27N", "R3W"],
  ["Township 27 North", "Range 3 West", "T27N", "R3W"],
  ["Twp. 27", "Rge. 3", "T27N", "R3W"],
  ["t.27n.", "r.3w.", "T27N", "R3W"],
  ["Private claim 12", "-", "Private claim 12", "-"],
  ["T27½N", "R3W", "T27½N", "R3W"],
])("normalizes %s, %s in Crawford County to %s %s", (township, range, t, r) => {
  const typed = { township, range, section: "Sec. 28" };
  expect(normalizeLandDescription(typed, getTownshipDirections(CRAWFORD, MICHIGAN))).toEqual({
    land: { township: t, range: r, section: "28" },
    asks: [],
  });
});

test("requires the direction if the county has townships in both directions", () => {
  const jackson = { ...CRAWFORD, min_latitude: 42.07, max_latitude: 42.43, min_longitude: -84.71 };
  const both = { ...jackson, max_longitude: -84.13 };
  expect(getTownshipDirections(both, MICHIGAN)).toEqual(NO_DIRECTIONS);
  expect(normalizeLandDescription({ township: "2", range: "1 W", section: "NE 1/4" }, NO_DIRECTIONS)).toEqual(
    {
      land: { township: "2", range: "R1W", section: "NE 1/4" },
      asks: ["township"],
    },
  );
  expect(normalizeLandDescription({ township: "", range: "", section: "" }, NO_DIRECTIONS).asks).toEqual([]);
});

test("recognizes the same section in different spellings", () => {
  const land = { township: "T27N", range: "R3W", section: "36" };
  expect(isSameSection(land, { township: "27 n", range: "3W", section: "S36" })).toBe(true);
  expect(isSameSection(land, { ...land, section: "NE 1/4" })).toBe(true);
  expect(isSameSection(land, { ...land, section: "35" })).toBe(false);
  expect(isSameSection(land, { ...land, range: "R2W" })).toBe(false);
});
