import { expect, test } from "vitest";
import { normalizeRoadName, rankRoadMatch } from "./road-name";

test.each([
  ["Old US Hwy 27", "the old 27", true],
  ["Old 27 N", "old 27", true],
  ["US Hwy 27", "old 27", true],
  ["State Hwy 72", "M-72", true],
  ["I- 75", "I-75", true],
  ["Hartwick Pines Rd", "hartwick pines road", true],
  ["Hartwick Pines Rd", "Hartwick", true],
  ["27th St", "old 27", false],
  ["Old US Hwy 27", "US 23", false],
  ["Old Lake Rd", "the old road", false],
  ["Cedar St", "", false],
])("road %s matches the text «%s»: %s", (name, typed, is) =>
  expect(rankRoadMatch(normalizeRoadName(name), typed) > 0).toBe(is),
);

test("ranks an old road above the new one, and a short matching name above a long one", () => {
  const by = (name: string, typed: string) => rankRoadMatch(normalizeRoadName(name), typed);
  expect(by("Old US Hwy 27", "the old 27")).toBeGreaterThan(by("US Hwy 27", "the old 27"));
  expect(by("Cedar St", "cedar")).toBeGreaterThan(by("Cedar Lake Shore Dr", "cedar"));
});
