import { pick, typedKeys } from "~/lib/object/records";
import { type DateFormat, formatDateAs } from "~/lib/time/date-forms";
import { formatHeadingZone } from "~/lib/time/read-when";
import type { LoadTimeZones } from "~/modules/trip-tickets/rules/place-zones";

/** Export columns by key, each with its default heading. */
export const EXPORT_COLUMNS = {
  load_id: "Load ID",
  link: "Link",
  company: "Company",
  job: "Job",
  product_type: "Product",
  wood_species: "Species",
  wood_species_type: "Species Group",
  product: "Product and Species",
  destination: "Destination",
  created_at: "Created",
  picked_up_at: "Picked Up",
  dropped_off_at: "Dropped Off",
  scaled_at: "Scaled",
  estimated_volume: "Estimated Volume",
  estimated_unit: "Estimated Unit",
  scaled_volume: "Scaled Volume",
  scaled_unit: "Scaled Unit",
  volume: "Volume",
  volume_unit: "Unit",
  volume_basis: "Scaled or Estimated",
  scale_ticket_number: "Scale Ticket",
  contract_number: "Contract",
  cut_contract: "Cut Contract",
  skid_contract: "Skid Contract",
  haul_contract: "Haul Contract",
  comment: "Notes",
  county: "County",
  township: "Township",
  range: "Range",
  section: "Section",
  load_number: "Load Number",
  status: "Status",
  priority: "Priority",
  state: "State",
  land_owner: "Land Owner",
  mill: "Mill",
  destination_address: "Destination Address",
  destination_position: "Destination Position",
  destination_notes: "Destination Notes",
  mileage: "Mileage",
  cutter: "Logger/Cutter",
  skidder: "Skidder/Forwarder",
  hauler: "Hauler",
  hauler_user: "Driver",
  driver_name: "Driver as on License",
  truck_number: "Truck",
  truck_plate: "Truck Plate",
  trailer_plate: "Trailer Plate",
  loader_name: "Loader",
  loader_machine: "Loader Machine",
  gross_pounds: "Gross (lb)",
  tare_pounds: "Tare (lb)",
  net_pounds: "Net (lb)",
  weight_unit: "Weight Unit",
  deduction_pounds: "Deduction (lb)",
  deduction_class: "Deduction Class",
  log_rule: "Log Rule",
  certification: "Certification",
  harvest_notification_number: "Harvest Notification",
  landing: "Landing",
  loaded_at: "Loaded",
  received_at: "Received",
  last_modified_at: "Last Modified",
  settlement_status: "Settlement Status",
  own_product: "Own Product Name",
  cutter_for: "Logger/Cutter Works For",
  skidder_for: "Skidder/Forwarder Works For",
  hauler_for: "Hauler Works For",
} as const;

export type ExportColumnKey = keyof typeof EXPORT_COLUMNS;
export const EXPORT_COLUMN_KEYS = typedKeys(EXPORT_COLUMNS);
export const isColumnKey = (key: string): key is ExportColumnKey => Object.hasOwn(EXPORT_COLUMNS, key);

/**
 * Ticket as exported: volumes in their unit, weights in pounds, times as local time of the place where they happened,
 * "2026-11-16 14:05", followed by the zone if it differs from the file's: "2026-11-16 11:05 PST". If the product is a
 * species group, the species is the group's name, so that no product is exported without a species.
 */
export type ExportRow = Record<ExportColumnKey, string | number | null> & {
  id: number;
  /** True if the load was delivered. */
  is_delivered: boolean;
  /** The row's times as stored, and the time zones of job and mill; printed papers show full times with the zone. */
  instants: Partial<Record<ExportColumnKey, string | null>>;
  zones: LoadTimeZones;
  certificates: readonly { license: string; claim: string | null }[];
  /** Ids of the named companies, destination and product, for formats that must distinguish two with the same name. */
  ids: { company: number; mill: number | null; hauler: number | null; destination: number; product: string };
  /** Name of the hauler alone, without the company it works for as a subcontractor. */
  hauler_name: string | null;
  scientific_name: string | null;
};

export type ExportFact = keyof ExportRow;

/**
 * Return a copy of the row with every value already formatted; a row read from the database formats each value when it
 * is accessed.
 */
export function formatRowValues(row: ExportRow): ExportRow {
  const { certificates, hauler_name, id, ids, instants, is_delivered, scientific_name, zones } = row;
  const beside = { certificates, hauler_name, id, ids, instants, is_delivered, scientific_name, zones };
  return { ...pick(row, EXPORT_COLUMN_KEYS), ...beside };
}

/**
 * Column of a file: either a fact, with a heading and date format, or a constant text for every line. Without a fact or
 * text, the column is empty.
 */
export type ExportColumn = { key: string; value: string; dates?: DateFormat; always?: string };

/** Columns with times, for which a date format can be chosen. */
export const DATE_COLUMN_KEYS = [
  "created_at",
  "picked_up_at",
  "dropped_off_at",
  "scaled_at",
  "loaded_at",
  "received_at",
  "last_modified_at",
] as const satisfies readonly ExportColumnKey[];
export const isDateColumnKey = (key: string): boolean => DATE_COLUMN_KEYS.some((item) => item === key);

/**
 * Add the file's time zone to the headings of its time columns, "Dropped Off (Eastern time)". A cell without a zone is
 * in that zone.
 */
export const addHeadingZones = (columns: readonly ExportColumn[], zone: string): ExportColumn[] =>
  columns.map((column) =>
    isDateColumnKey(column.key)
      ? { ...column, value: `${column.value} (${formatHeadingZone(zone)})` }
      : column,
  );

const named = (keys: readonly ExportColumnKey[]): ExportColumn[] =>
  keys.map((key) => ({ key, value: EXPORT_COLUMNS[key] }));

/**
 * Columns of the plain export, listed one by one: customers' programs read columns by position, so a new field is never
 * added automatically (docs/domain.md#exports).
 */
export const STANDARD_COLUMNS: readonly ExportColumn[] = named([
  "load_id",
  "link",
  "company",
  "job",
  "product_type",
  "wood_species",
  "destination",
  "created_at",
  "picked_up_at",
  "dropped_off_at",
  "scaled_at",
  "estimated_volume",
  "estimated_unit",
  "scaled_volume",
  "scaled_unit",
  "scale_ticket_number",
  "contract_number",
  "cut_contract",
  "skid_contract",
  "haul_contract",
  "comment",
  "county",
  "township",
  "range",
  "section",
]);
export const ALL_COLUMNS: readonly ExportColumn[] = named(EXPORT_COLUMN_KEYS);

/**
 * Convert the ticket list's visible columns to export columns with the same content: the product includes its species,
 * and the volume is the scaled one, unless these have columns themselves; each volume gets its unit, and the hauler its
 * driver.
 */
export function getExportedColumns(visible: readonly string[]): ExportColumn[] {
  const has = (key: ExportColumnKey) => visible.includes(key);
  const shown = (key: ExportColumnKey): ExportColumnKey[] => {
    if (key === "product_type" && !has("wood_species")) return ["product"];
    if (key === "estimated_volume" && !has("scaled_volume")) return ["volume", "volume_unit", "volume_basis"];
    if (key === "estimated_volume") return ["estimated_volume", "estimated_unit"];
    if (key === "scaled_volume") return ["scaled_volume", "scaled_unit"];
    if (key === "hauler" && !has("hauler_user")) return ["hauler", "hauler_user"];
    return [key];
  };
  return named([
    "load_id",
    ...visible
      .filter(isColumnKey)
      .filter((key) => key !== "load_id")
      .flatMap(shown),
  ]);
}

/**
 * Template types for other systems. Their initial columns are in `DEFAULT_TEMPLATES`, because no vendor publishes a
 * layout.
 */
export const TEMPLATE_TYPES = ["FPA", "LIMS", "CARIBOU"] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];
export const isTemplateType = (type: string | undefined): type is TemplateType =>
  TEMPLATE_TYPES.some((t) => t === type);

export const SEPARATORS = { ",": "Comma", "\t": "Tab", ";": "Semicolon" } as const;
export type Separator = keyof typeof SEPARATORS;

const pairs = (list: readonly (readonly [ExportColumnKey | "", string])[]): ExportColumn[] =>
  list.map(([key, value]) => ({ key, value }));

export const DEFAULT_TEMPLATES: Record<TemplateType, { columns: ExportColumn[]; separator: Separator }> = {
  FPA: {
    separator: ",",
    columns: pairs([
      ["load_id", "Ticket"],
      ["dropped_off_at", "Date"],
      ["job", "Job"],
      ["land_owner", "Landowner"],
      ["cutter", "Producer"],
      ["hauler", "Hauler"],
      ["mill", "Mill"],
      ["product_type", "Product"],
      ["wood_species", "Species"],
      ["scaled_volume", "Units"],
      ["scaled_unit", "Unit Type"],
    ]),
  },
  LIMS: {
    separator: ",",
    columns: pairs([
      ["load_id", "Load Ticket"],
      ["scale_ticket_number", "Scale Ticket"],
      ["contract_number", "Contract"],
      ["job", "Source"],
      ["company", "Supplier"],
      ["hauler", "Hauler"],
      ["truck_number", "Truck"],
      ["product_type", "Product"],
      ["wood_species", "Species"],
      ["gross_pounds", "Gross"],
      ["tare_pounds", "Tare"],
      ["net_pounds", "Net"],
      ["weight_unit", "UoM"],
      ["dropped_off_at", "Date In"],
      ["scaled_at", "Date Out"],
      ["destination", "Destination"],
    ]),
  },
  CARIBOU: {
    separator: ",",
    columns: pairs([
      ["load_id", "Ticket"],
      ["load_number", "Load Arr No"],
      ["dropped_off_at", "Date In"],
      ["scaled_at", "Date Out"],
      ["", "Pay Date"],
      ["gross_pounds", "Gross Weight"],
      ["tare_pounds", "Tare Weight"],
      ["net_pounds", "Net Weight"],
      ["estimated_volume", "Volume"],
      ["scaled_volume", "Scale Volume"],
      ["scaled_unit", "Scale Volume UoM"],
      ["job", "Block"],
      ["wood_species", "Species"],
      ["product_type", "Sort"],
      ["", "Process"],
      ["", "Grade"],
      ["destination", "Destination"],
      ["truck_number", "Truck No"],
      ["hauler_user", "Driver"],
    ]),
  },
};

type CellValue = string | number | null;

/** Create a function that converts a ticket to the cells of the given columns; each column is resolved only once. */
export function createCellMapper(columns: readonly ExportColumn[]): (row: ExportRow) => CellValue[] {
  const cells = columns.map(({ key, dates, always }): ((row: ExportRow) => CellValue) => {
    if (!isColumnKey(key)) return () => always ?? null;
    if (!dates || !isDateColumnKey(key)) return (row) => row[key];
    return (row) => {
      const value = row[key];
      return typeof value === "string" ? formatDateAs(dates, value) : value;
    };
  });
  return (row) => cells.map((cell) => cell(row));
}

/** Return a ticket's cells for the given columns. */
export const toExportCells = (row: ExportRow, columns: readonly ExportColumn[]) =>
  createCellMapper(columns)(row);
