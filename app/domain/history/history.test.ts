import { expect, test } from "vitest";
import { fieldWords, valueWords } from "./history";

test.each([
  [null, "—"],
  ["", "—"],
  ["2026-09-01T12:00:00.000Z", "noon"],
  ["Is Completed", "Completed"],
  ["DOYLE", "Doyle"],
  ["INTERNATIONAL_1_4", "International 1/4 inch"],
  [12.5, "12.5"],
] as const)("a changed value %j reads as %s", (value, words) => {
  expect(valueWords(value, () => "noon")).toBe(words);
});

test("a field is named as on the page", () => {
  expect(fieldWords("hauler_user")).toBe("Driver");
  expect(fieldWords("scale_ticket_number")).toBe("Scale ticket number");
});
