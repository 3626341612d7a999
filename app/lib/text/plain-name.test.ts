import { expect, test } from "vitest";
import { companyKey } from "./plain-name";

test.each([
  ["North Woods Logging", "NORTH WOODS LOGGING, INC."],
  ["North Woods Logging", "north  woods-logging LLC"],
  ["North Woods Logging", "The North Woods Logging Co."],
  ["A.B. Smith & Sons, L.L.C.", "AB Smith and Sons"],
  ["O'Brien Hauling", "OBrien Hauling"],
])("%s and %s are one name", (a, b) => expect(companyKey(a)).toBe(companyKey(b)));

test.each([
  ["North Woods Logging", "North Woods Hauling"],
  ["Kangas Forest", "Kangas Forestry"],
  ["Sand Lake Mill", "And Lake Mill"],
])("%s and %s are two names", (a, b) => expect(companyKey(a)).not.toBe(companyKey(b)));
