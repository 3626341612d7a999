import { expect, test } from "vitest";
import { tabPath } from "./tabs";

test.each([
  ["?tab=people", "/company/people"],
  ["?tab=people&action=add&return_to=/jobs", "/company/people?action=add&return_to=%2Fjobs"],
  ["?tab=", null],
  ["?tab=prices", null],
  ["", null],
])("the old address %s leads to %s", (search, path) => {
  expect(tabPath(new URLSearchParams(search))).toBe(path);
});
