import { expect, test } from "vitest";
import { formatClaim, formatClaimLine } from "./claim-words";

const load = {
  scaled_volume: 27_412,
  scaled_wood_unit_type_id: 2,
  net_pounds: null,
  deduction_pounds: null,
  estimated_volume: null,
  estimated_wood_unit_type_id: null,
};
const claim = {
  quantity: 27_412,
  quantity_from: "scaled",
  wood_unit_type_id: 2,
  per: "unit" as const,
  rate: 93_750,
  minimum_cents: null,
  parts: null,
  all_parts: null,
};

test("adds no explanation if the amount is quantity times rate", () => {
  expect(formatClaim(claim, load)).toBe("27.412 tons at $9.375 per ton");
  expect(formatClaimLine(claim, load)).toBeNull();
  // 27.412 × 9.375 is 256.99, so a minimum of 256.99 has no effect.
  expect(formatClaimLine({ ...claim, minimum_cents: 25_699 }, load)).toBeNull();
});

test("explains that a load was raised to its minimum pay", () => {
  const lifted = { ...claim, minimum_cents: 26_000 };
  expect(formatClaim(lifted, load)).toBe("27.412 tons at $9.375 per ton, at least $260.00 for each load");
  expect(formatClaimLine(lifted, load)).toBe("At least $260.00 for each load");
});

test("shows the whole amount if a payee gets only a part of it", () => {
  const split = { ...claim, minimum_cents: 26_000, parts: 2, all_parts: 5 };
  expect(formatClaimLine(split, load)).toBe("At least $260.00 for each load; 2 of 5 parts of $260.00");
  expect(formatClaimLine({ ...split, minimum_cents: null }, load)).toBe("2 of 5 parts of $256.99");
});

test("shows the source of a quantity that isn't from the scale", () => {
  expect(formatClaimLine({ ...claim, quantity_from: "weight" }, load)).toBe("By weight");
  expect(formatClaimLine({ ...claim, quantity_from: "converted", wood_unit_type_id: 1 }, load)).toBe(
    "27.412 tons, 1 MBF = 4.8 tons",
  );
});
