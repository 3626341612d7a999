import { type ExportColumnKey, isDateColumnKey } from "./columns";
import type { CellStyle } from "./xlsx-parts";

const POUNDS: readonly string[] = [
  "gross_pounds",
  "tare_pounds",
  "net_pounds",
  "deduction_pounds",
] satisfies ExportColumnKey[];

const LONG: readonly string[] = [
  ...(["link", "comment", "destination_address", "destination_notes"] as const),
] satisfies ExportColumnKey[];
const NAMES: readonly string[] = [
  ...(["company", "job", "product", "destination", "mill", "cutter", "skidder", "hauler"] as const),
  ...(["hauler_user", "driver_name", "land_owner", "certification", "wood_species", "own_product"] as const),
] satisfies ExportColumnKey[];

/** Style of a column's cells. */
export function getCellStyle(key: string): CellStyle {
  if (isDateColumnKey(key)) return "date";
  return POUNDS.includes(key) ? "whole" : "text";
}

/** Width of a column in characters: enough for its contents and for its heading in bold. */
export function getColumnWidth(key: string, heading: string): number {
  const held = isDateColumnKey(key) ? 17 : LONG.includes(key) ? 40 : NAMES.includes(key) ? 24 : 11;
  return Math.min(60, Math.max(held, heading.length + 4));
}
