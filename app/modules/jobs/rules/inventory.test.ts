import { expect, test } from "vitest";
import { getCurrentEntry, groupAdjustments, type InventoryRow } from "./inventory";

const row = (id: number, more: Partial<InventoryRow> = {}): InventoryRow => ({
  id,
  landing_id: 1,
  product_type_id: 5,
  wood_species_id: 746,
  wood_species_type_id: null,
  estimated_volume_remaining: 10_000,
  wood_unit_type_id: 2,
  cutter_company_id: null,
  skidder_company_id: null,
  is_adjustment: false,
  adjusts_id: null,
  trip_ticket_id: null,
  created_at: "2026-09-01T00:00:00.000Z",
  is_deleted: false,
  version: 1,
  ...more,
});

test("an entry's amount is its noted volume plus later adjustments", () => {
  const rows = [
    row(1),
    row(2),
    row(3, { adjusts_id: 1, estimated_volume_remaining: -4_000 }),
    row(4, { adjusts_id: 2, estimated_volume_remaining: -10_000 }),
    row(5, { adjusts_id: 2, estimated_volume_remaining: 3_000, wood_unit_type_id: 3 }),
  ];
  const adjusted = groupAdjustments(rows);
  const now = rows.slice(0, 2).map((r) => getCurrentEntry(r, adjusted.get(r.id)));
  expect(now.map((e) => [e.volume, e.unit, e.edited])).toEqual([
    [6_000, 2, true],
    [3_000, 3, true],
  ]);
  expect(getCurrentEntry(row(9), adjusted.get(9))).toMatchObject({ volume: 10_000, edited: false });
});

test("groups a landing's rows in one pass, not one pass per entry", () => {
  let looks = 0;
  const rows = Array.from({ length: 2_000 }, (_, i) => {
    const entry = row(i, { adjusts_id: i % 2 ? i - 1 : null });
    const { adjusts_id } = entry;
    return Object.defineProperty(entry, "adjusts_id", {
      get: () => {
        looks++;
        return adjusts_id;
      },
    });
  });
  const adjusted = groupAdjustments(rows);
  for (const entry of rows) getCurrentEntry(entry, adjusted.get(entry.id));
  expect(looks).toBeLessThan(4 * rows.length);
});
