import type { ExportColumnKey } from "./columns";
import type { CellStyle } from "./xlsx-parts";

/** Columns whose cells are instants, told in the zone of who exports. */
const DATES: readonly string[] = [
  "created_at",
  "picked_up_at",
  "dropped_off_at",
  "scaled_at",
  "loaded_at",
  "received_at",
  "last_modified_at",
] satisfies ExportColumnKey[];

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
  ...(["hauler_user", "driver_name", "land_owner", "certification", "wood_species"] as const),
] satisfies ExportColumnKey[];

/** How the cells of a column are shown. */
export function sheetKinds(key: string): CellStyle {
  if (DATES.includes(key)) return "date";
  return POUNDS.includes(key) ? "whole" : "text";
}

/** As many letters as a column needs: for what it holds, and for its heading in bold. */
export function widthOf(key: string, heading: string): number {
  const held = DATES.includes(key) ? 17 : LONG.includes(key) ? 40 : NAMES.includes(key) ? 24 : 11;
  return Math.min(60, Math.max(held, heading.length + 4));
}
