import { expect, test } from "vitest";
import { fieldLabel, formatValue } from "./history";

test.each([
  [null, "—"],
  ["", "—"],
  ["2026-09-01T12:00:00.000Z", "noon"],
  ["Is Completed", "Completed"],
  ["DOYLE", "Doyle"],
  ["INTERNATIONAL_1_4", "International 1/4 inch"],
  [12.5, "12.5"],
] as const)("formats the changed value %j as %s", (value, words) => {
  expect(formatValue(value, () => "noon")).toBe(words);
});

test("labels a changed field with the label on the field's page", () => {
  expect(fieldLabel("hauler_user")).toBe("Driver");
  expect(fieldLabel("scale_ticket_number")).toBe("Scale ticket number");
});
