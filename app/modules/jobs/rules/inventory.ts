import { convertVolume, isUnit, UNIT, type UnitId } from "~/lib/units/measures";
import { formatProductKey } from "~/modules/trip-tickets/rules/product-key";

/** Units of inventory, chosen per product and stored per user (docs/domain.md#inventory). */
export const INVENTORY_UNITS = ["loads", "mbf", "ton", "cord"] as const;
export type InventoryUnit = (typeof INVENTORY_UNITS)[number];
export const INVENTORY_UNIT_LABELS: Record<InventoryUnit, string> = {
  loads: "Loads",
  mbf: "MBF",
  ton: "Ton",
  cord: "Cord",
};

export const getInventoryUnit = (shown: InventoryUnit): "loads" | UnitId =>
  shown === "loads" ? "loads" : UNIT[shown];

/** Return the key of a product's unit preference, in the database and the browser. */
export const getInventoryUnitKey = (product: string): string => `InventoryUnit-${product}`;

export type ProductKeys = {
  product_type_id: number;
  wood_species_id: number | null;
  wood_species_type_id: number | null;
};

/** Sum volumes of one product, recorded in various units, and convert the sum to one unit. */
export function sumVolumesIn(volumes: readonly { volume: number; unit: number }[], to: UnitId): number {
  return volumes.reduce((sum, v) => sum + (isUnit(v.unit) ? convertVolume(v.volume, v.unit, to) : 0), 0);
}

type StockRow = { volume: number; unit: number; is_counted: boolean };

/** Check whether a row counts wood on a landing; rows of loads only subtract wood. */
const isCount = (row: Pick<InventoryRow, "trip_ticket_id" | "is_deleted">): boolean =>
  row.trip_ticket_id === null && !row.is_deleted;
/** SQL condition on `landing_inventory` for rows that count wood. */
export const IS_STOCK_COUNT_SQL =
  "landing_inventory.trip_ticket_id IS NULL AND landing_inventory.is_deleted = 0";

/**
 * Compute the stock of one product on one landing, in thousandths of a ton. If the product was never counted, return
 * the loads' volume as hauled, not as a negative stock.
 */
export function sumLandingStock(rows: readonly StockRow[]) {
  const held = sumVolumesIn(rows, UNIT.ton);
  const is_counted = rows.some((row) => row.is_counted);
  return { held, is_counted, negative: is_counted && held < 0 };
}

/** Format a stock: "12 tons", or "12 tons hauled, not counted" if the product was never counted there. */
export const stockLabel = (
  { is_counted }: { is_counted: boolean },
  format: (sign: 1 | -1) => string,
): string => (is_counted ? format(1) : `${format(-1)} hauled, not counted`);

/** Group rows by product, in the order in which products first appear. */
export function groupByProduct<T extends ProductKeys>(rows: readonly T[]): { key: string; rows: T[] }[] {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = formatProductKey(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups].map(([key, group]) => ({ key, rows: group }));
}

export type InventoryRow = ProductKeys & {
  id: number;
  landing_id: number;
  estimated_volume_remaining: number;
  wood_unit_type_id: number;
  cutter_company_id: number | null;
  skidder_company_id: number | null;
  is_adjustment: boolean;
  adjusts_id: number | null;
  trip_ticket_id: number | null;
  created_at: string;
  is_deleted: boolean;
  version: number;
};

/** Compute the stock from a landing's rows of one product. */
export const sumStock = (rows: readonly InventoryRow[]) =>
  sumLandingStock(
    rows.map((r) => ({
      volume: r.estimated_volume_remaining,
      unit: r.wood_unit_type_id,
      is_counted: isCount(r),
    })),
  );

/** Group the rows that adjust each entry, in order, in a single pass over any number of rows. */
export function groupAdjustments<T extends InventoryRow>(rows: readonly T[]): Map<number, T[]> {
  const by = new Map<number, T[]>();
  for (const row of rows) {
    if (row.adjusts_id === null) continue;
    const there = by.get(row.adjusts_id);
    if (there) there.push(row);
    else by.set(row.adjusts_id, [row]);
  }
  return by;
}

/**
 * Return the current amount of an entry, including its adjustment rows. An edit overwrites nothing but adds an
 * adjustment row in the current unit; if the unit changed, another row subtracts the amount in the old unit.
 */
export function getCurrentEntry<T extends InventoryRow>(entry: T, adjusted: readonly T[] = []) {
  const chain = [entry, ...adjusted];
  const last = chain[chain.length - 1] ?? entry;
  const unit = last.wood_unit_type_id;
  return {
    unit,
    volume: chain
      .filter((r) => r.wood_unit_type_id === unit)
      .reduce((sum, r) => sum + r.estimated_volume_remaining, 0),
    cutter_company_id: last.cutter_company_id,
    skidder_company_id: last.skidder_company_id,
    edited: chain.length > 1,
  };
}

/**
 * Return the adjustment rows that an edit adds. They change the amount in one unit, or move the amount to another unit.
 * Volumes are in thousandths.
 */
export function computeAdjustments(
  now: { volume: number; unit: number },
  expected: { volume: number; unit: number },
): { volume: number; unit: number }[] {
  if (now.unit === expected.unit) return [{ volume: expected.volume - now.volume, unit: expected.unit }];
  return [
    ...(now.volume === 0 ? [] : [{ volume: -now.volume, unit: now.unit }]),
    { volume: expected.volume, unit: expected.unit },
  ];
}
