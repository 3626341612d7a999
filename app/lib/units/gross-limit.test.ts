import { expect, test } from "vitest";
import { getGrossLimit, getGrossWarning } from "./gross-limit";

const MICHIGAN = { state: "Michigan", stusps: "MI" };
const GEORGIA = { state: "Georgia", stusps: "GA" };

test("warns about a load over the common limit of its state, but not about a load at the limit", () => {
  expect(getGrossWarning(164_000, MICHIGAN)).toBeNull();
  expect(getGrossWarning(164_001, MICHIGAN)).toBe(
    "The gross weight of 164,001 lb is over 164,000 lb, the common limit in Michigan.",
  );
  expect(getGrossWarning(80_000, GEORGIA)).toBeNull();
  expect(getGrossWarning(84_200, GEORGIA)).toBe(
    "The gross weight of 84,200 lb is over 80,000 lb, the common limit without a permit.",
  );
  expect(getGrossWarning(null, GEORGIA)).toBeNull();
});

test("uses the federal limit for a state without its own", () => {
  expect(getGrossLimit("ME")).toBe(80_000);
});
