import { expect, test } from "vitest";
import { type DeliveredLoad, sumDeliveredProducts, toProductCells } from "./delivered";

const load = (values: Partial<DeliveredLoad> = {}): DeliveredLoad => ({
  product: "Pulpwood, quaking aspen",
  scientific_name: "Populus tremuloides",
  common_name: "quaking aspen",
  net_pounds: null,
  deduction_pounds: null,
  scaled_volume: null,
  scaled_wood_unit_type_id: null,
  loaded_at: null,
  delivered_at: null,
  ...values,
});
const day = (instant: string) => instant.slice(0, 10);

test("sums each product's mass in kilograms, volumes by unit, and dates of its loads", () => {
  const sawlogs = {
    product: "Sawlogs, red pine",
    scientific_name: "Pinus resinosa",
    common_name: "red pine",
  };
  const products = sumDeliveredProducts(
    [
      load({
        net_pounds: 50_000,
        deduction_pounds: 1_000,
        loaded_at: "2026-11-16T10:00:00.000Z",
        delivered_at: "2026-11-17T10:00:00.000Z",
      }),
      load({ scaled_volume: 20_000, scaled_wood_unit_type_id: 2, delivered_at: "2026-11-14T10:00:00.000Z" }),
      load({ ...sawlogs, scaled_volume: 10_500, scaled_wood_unit_type_id: 1 }),
      load({ ...sawlogs, scaled_volume: 500, scaled_wood_unit_type_id: 1 }),
      load(sawlogs),
    ],
    day,
  );
  expect(products).toEqual([
    {
      product: "Pulpwood, quaking aspen",
      scientific_name: "Populus tremuloides",
      common_name: "quaking aspen",
      loads: 2,
      // Mass of 49,000 lb + 40,000 lb.
      kilograms: 40_370,
      volumes: [],
      unmeasured: 0,
      from: "2026-11-14",
      to: "2026-11-17",
    },
    {
      ...sawlogs,
      loads: 3,
      kilograms: 0,
      volumes: ["11 MBF"],
      unmeasured: 1,
      from: null,
      to: null,
    },
  ]);
  expect(toProductCells(products)[2]).toEqual([
    "Sawlogs, red pine",
    "Pinus resinosa",
    "red pine",
    3,
    0,
    "11 MBF",
    1,
    null,
    null,
  ]);
});
