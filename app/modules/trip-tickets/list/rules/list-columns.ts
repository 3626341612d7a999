/**
 * Optional columns of the ticket table (docs/domain.md#ticket-lists). Id and number are always shown.
 * To add one, see docs/adding-a-field.md#a-list-column.
 */
export const LIST_COLUMNS = [
  { key: "status", label: "Status" },
  { key: "priority", label: "Priority" },
  { key: "job", label: "Job" },
  { key: "contract_number", label: "Contract number" },
  { key: "product_type", label: "Product" },
  { key: "wood_species", label: "Species" },
  { key: "wood_species_type", label: "Species type" },
  { key: "destination", label: "Destination" },
  { key: "mileage", label: "Mileage" },
  { key: "cutter", label: "Cutter" },
  { key: "skidder", label: "Skidder" },
  { key: "hauler", label: "Hauler" },
  { key: "hauler_user", label: "Driver" },
  { key: "estimated_volume", label: "Estimated volume" },
  { key: "scaled_volume", label: "Scaled volume" },
  { key: "scale_ticket_number", label: "Scale ticket" },
  { key: "created_at", label: "Created" },
  { key: "picked_up_at", label: "Picked up" },
  { key: "dropped_off_at", label: "Dropped off" },
  { key: "scaled_at", label: "Scaled" },
  { key: "certification", label: "Certification" },
  { key: "comment", label: "Comment" },
  { key: "settlement_status", label: "Settlement status" },
  { key: "last_modified_at", label: "Last changed" },
] as const;
export type ColumnKey = (typeof LIST_COLUMNS)[number]["key"];
export const COLUMN_KEYS = LIST_COLUMNS.map((c) => c.key);
const isColumn = (key: unknown): key is ColumnKey => COLUMN_KEYS.some((k) => k === key);

/** Keys under which a person's columns are stored, on the server and in the browser. */
export const VISIBLE_COLUMNS_KEY = "VisibleTripTicketTableColumnsV2";
export const COLUMN_ORDER_KEY = "TripTicketTableColumnOrderV2";

/** A user's column choice: all columns in order, and the visible ones. */
export type ColumnChoice = { order: ColumnKey[]; visible: ColumnKey[] };

/** Priority isn't shown by default, because a high-priority load is marked next to its number. */
const SHOWN_AT_FIRST: readonly ColumnKey[] = [
  "status",
  "job",
  "product_type",
  "destination",
  "hauler",
  "estimated_volume",
  "last_modified_at",
];

export const DEFAULT_COLUMN_CHOICE: ColumnChoice = { order: [...COLUMN_KEYS], visible: [...SHOWN_AT_FIRST] };

/**
 * Return a complete column order: no repeated or unknown keys, and missing ones appended. A choice saved before a
 * column existed thus stays valid.
 */
export function completeColumnOrder(order: readonly unknown[]): ColumnKey[] {
  return [...new Set([...order.filter(isColumn), ...COLUMN_KEYS])];
}

/** Parse a saved choice; one that cannot be read counts as not saved. */
export function parseColumnChoice(visible: unknown, order: unknown): ColumnChoice {
  const shown = isVisibility(visible) ? visible : null;
  return {
    order: completeColumnOrder(Array.isArray(order) ? order : []),
    visible: COLUMN_KEYS.filter((key) => (shown ? (shown[key] ?? false) : SHOWN_AT_FIRST.includes(key))),
  };
}

const isVisibility = (value: unknown): value is Record<string, boolean> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((v) => typeof v === "boolean");

/** Return visibility in the saved format: every column key with true or false. */
export const toColumnVisibility = (visible: readonly ColumnKey[]): Record<string, boolean> =>
  Object.fromEntries(COLUMN_KEYS.map((key) => [key, visible.includes(key)]));

/** Return the order with one column swapped with its neighbor; a column at the end of the list stays there. */
export function moveColumn(order: readonly ColumnKey[], key: ColumnKey, way: "up" | "down"): ColumnKey[] {
  const next = [...order];
  const index = next.indexOf(key);
  const to = index + (way === "up" ? -1 : 1);
  const neighbour = next[to];
  if (index < 0 || neighbour === undefined) return next;
  next[index] = neighbour;
  next[to] = key;
  return next;
}

/** Return the order with one column moved to a position, counted from 1; the other columns stay in the same order. */
export function moveColumnTo(order: readonly ColumnKey[], key: ColumnKey, place: number): ColumnKey[] {
  const next = order.filter((other) => other !== key);
  next.splice(place - 1, 0, key);
  return next;
}

/** The shown columns of a table, in order. */
export const getShownColumns = ({ order, visible }: ColumnChoice): ColumnKey[] =>
  order.filter((key) => visible.includes(key));
