import { expect, test } from "vitest";
import { formatProductKey, getDefaultVolume } from "./defaults";

test.each([
  [2, 30, 40, { volume: 30_000, unit: 2 }, "the hauler's load"],
  [2, null, 40, { volume: 40_000, unit: 2 }, "else the requesting company's"],
  [2, null, null, { volume: 55_000, unit: 2 }, "else 55 tons"],
  [1, null, null, { volume: 11_458, unit: 1 }, "in MBF"],
  [3, null, null, { volume: 22_917, unit: 3 }, "in cords"],
  [3, 24, 40, { volume: 10_000, unit: 3 }, "24 tons are ten cords"],
  [0, 30, null, { volume: 30_000, unit: 2 }, "in tons where the mix names no unit that there is"],
])(
  "default volume in unit %d with hauler load %s and requester load %s is %o: %s",
  (unit, hauler, requester, start, _words) => {
    expect(getDefaultVolume(unit, hauler, requester)).toEqual(start);
  },
);

test("a product key distinguishes type, species and species group", () => {
  const key = (
    product_type_id: number,
    wood_species_id: number | null,
    wood_species_type_id: number | null,
  ) => formatProductKey({ product_type_id, wood_species_id, wood_species_type_id });
  expect(key(1, 746, null)).toBe("1-746-0");
  expect(new Set([key(1, 2, null), key(1, null, 2), key(12, null, null), key(1, null, null)]).size).toBe(4);
});
