import { expect, test } from "vitest";
import { normalizeCompanyName } from "./plain-name";

test.each([
  ["North Woods Logging", "NORTH WOODS LOGGING, INC."],
  ["North Woods Logging", "north  woods-logging LLC"],
  ["North Woods Logging", "The North Woods Logging Co."],
  ["A.B. Smith & Sons, L.L.C.", "AB Smith and Sons"],
  ["O'Brien Hauling", "OBrien Hauling"],
])("treats %s and %s as the same company name", (a, b) =>
  expect(normalizeCompanyName(a)).toBe(normalizeCompanyName(b)),
);

test.each([
  ["North Woods Logging", "North Woods Hauling"],
  ["Kangas Forest", "Kangas Forestry"],
  ["Sand Lake Mill", "And Lake Mill"],
])("treats %s and %s as different company names", (a, b) =>
  expect(normalizeCompanyName(a)).not.toBe(normalizeCompanyName(b)),
);
