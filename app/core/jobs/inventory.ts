import { convertVolume, isUnit, UNIT, type UnitId } from "~/domain/measures/measures";
import { productKey } from "~/domain/tickets/product-key";

/** In what inventory is shown, chosen per product and kept per person (decisions, section 6). */
export const SHOWN_IN = ["loads", "mbf", "ton", "cord"] as const;
export type ShownIn = (typeof SHOWN_IN)[number];
export const SHOWN_LABELS: Record<ShownIn, string> = { loads: "Loads", mbf: "MBF", ton: "Ton", cord: "Cord" };

export const shownUnit = (shown: ShownIn): "loads" | UnitId => (shown === "loads" ? "loads" : UNIT[shown]);

/** The preference's key, and the browser's own, for a product. */
export const inventoryKey = (product: string): string => `InventoryUnit-${product}`;

export type ProductKeys = {
  product_type_id: number;
  wood_species_id: number | null;
  wood_species_type_id: number | null;
};

/** Volumes of one product in the units that they were noted in, as one sum in tons' unit or any other. */
export function sumIn(volumes: readonly { volume: number; unit: number }[], to: UnitId): number {
  return volumes.reduce((sum, v) => sum + (isUnit(v.unit) ? convertVolume(v.volume, v.unit, to) : 0), 0);
}

type StockRow = { volume: number; unit: number; is_counted: boolean };

/** Whether a row counts wood on a landing; rows of loads only take it away. */
const isCount = (row: Pick<InventoryRow, "trip_ticket_id" | "is_deleted">): boolean =>
  row.trip_ticket_id === null && !row.is_deleted;
/** The same as a condition in SQL on `landing_inventory`. */
export const IS_COUNT = "landing_inventory.trip_ticket_id IS NULL AND landing_inventory.is_deleted = 0";

/**
 * What is left of one product on one landing, in thousandths of a ton. Where nobody ever counted it there, what loads took is what
 * left, not a stock below zero.
 */
export function landingStock(rows: readonly StockRow[]) {
  const held = sumIn(rows, UNIT.ton);
  const is_counted = rows.some((row) => row.is_counted);
  return { held, is_counted, negative: is_counted && held < 0 };
}

/** "12 tons", or "12 tons hauled, not counted" where nothing was counted there. */
export const stockLabel = (
  { is_counted }: { is_counted: boolean },
  format: (sign: 1 | -1) => string,
): string => (is_counted ? format(1) : `${format(-1)} hauled, not counted`);

/** Rows of one product together, in the order in which products first appear. */
export function byProduct<T extends ProductKeys>(rows: readonly T[]): { key: string; rows: T[] }[] {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = productKey(row);
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

/** The same of a landing's rows of one product. */
export const sumStock = (rows: readonly InventoryRow[]) =>
  landingStock(
    rows.map((r) => ({
      volume: r.estimated_volume_remaining,
      unit: r.wood_unit_type_id,
      is_counted: isCount(r),
    })),
  );

/** The rows that adjust each entry, in their order: gone through once, however many there are. */
export function adjustedBy<T extends InventoryRow>(rows: readonly T[]): Map<number, T[]> {
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
 * What an entry amounts to now, by the rows that adjust it. Nothing is overwritten: an edit adds a row that adjusts it, in the unit that holds
 * since; where the unit changed, what stood in the old one is taken away in it.
 */
export function standingEntry<T extends InventoryRow>(entry: T, adjusted: readonly T[] = []) {
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

/** The rows that an edit adds: what changes the sum in one unit, or moves it to another. Volumes in thousandths. */
export function adjustments(
  now: { volume: number; unit: number },
  wanted: { volume: number; unit: number },
): { volume: number; unit: number }[] {
  if (now.unit === wanted.unit) return [{ volume: wanted.volume - now.volume, unit: wanted.unit }];
  return [
    ...(now.volume === 0 ? [] : [{ volume: -now.volume, unit: now.unit }]),
    { volume: wanted.volume, unit: wanted.unit },
  ];
}
