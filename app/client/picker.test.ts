import { expect, test } from "vitest";
import { findOptions } from "./picker";

test("lists an option equal to the typed text before options that only contain the text", () => {
  const options = ["", "Arkansas", "Kansas", "Kansas City", "Texas"].map((text) => ({
    text,
    value: text,
    disabled: false,
  }));
  expect(findOptions(options, "kansas").map(({ value }) => value)).toEqual([
    "Kansas",
    "Kansas City",
    "Arkansas",
  ]);
  expect(findOptions(options, "")).toHaveLength(5);
});
