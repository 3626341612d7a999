import { expect, test } from "vitest";
import { findOptions } from "./picker";

test("a picker offers the option that was typed before options that only contain it", () => {
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
