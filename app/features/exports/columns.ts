/** What a ticket can be written as: each column by its key, with the heading that it has where nobody chose one. */
export const EXPORT_COLUMNS = {
  load_id: "Load ID",
  link: "Link",
  company: "Company",
  job: "Job",
  product_type: "Product",
  wood_species: "Species",
  wood_species_type: "Species Group",
  destination: "Destination",
  created_at: "Created",
  picked_up_at: "Picked Up",
  dropped_off_at: "Dropped Off",
  scaled_at: "Scaled",
  estimated_volume: "Estimated Volume",
  estimated_unit: "Estimated Unit",
  scaled_volume: "Scaled Volume",
  scaled_unit: "Scaled Unit",
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
  mileage: "Mileage",
  cutter: "Logger/Cutter",
  skidder: "Skidder/Forwarder",
  hauler: "Hauler",
  hauler_user: "Driver",
  truck_number: "Truck",
  truck_plate: "Truck Plate",
  trailer_plate: "Trailer Plate",
  loader_name: "Loader",
  gross_pounds: "Gross (lb)",
  tare_pounds: "Tare (lb)",
  net_pounds: "Net (lb)",
  deduction_pounds: "Deduction (lb)",
  deduction_class: "Deduction Class",
  log_rule: "Log Rule",
  certification: "Certification",
  harvest_notification_number: "Harvest Notification",
  loaded_at: "Loaded",
  received_at: "Received",
  last_modified_at: "Last Modified",
  settlement_status: "Settlement Status",
} as const;

export type ColumnKey = keyof typeof EXPORT_COLUMNS;
export const COLUMN_KEYS = Object.keys(EXPORT_COLUMNS) as ColumnKey[];
export const isColumnKey = (key: string): key is ColumnKey => Object.hasOwn(EXPORT_COLUMNS, key);

/** A ticket as it is written: volumes in their unit, weights in pounds, instants as local "2026-11-16 14:05". */
export type ExportRow = Record<ColumnKey, string | number | null> & { id: number };

/** One column of a file: which fact, under which heading. An empty key is a column that stays empty. */
export type Column = { key: string; value: string };

const named = (keys: readonly ColumnKey[]): Column[] =>
  keys.map((key) => ({ key, value: EXPORT_COLUMNS[key] }));

/** The columns of the plain export (spec 1, section 9). */
export const STANDARD_COLUMNS: readonly Column[] = named(
  COLUMN_KEYS.slice(0, COLUMN_KEYS.indexOf("load_number")).filter((key) => key !== "wood_species_type"),
);
export const ALL_COLUMNS: readonly Column[] = named(COLUMN_KEYS);

/** The list's columns as the reader sees them. */
export const shownColumns = (visible: readonly string[]): Column[] =>
  named(["load_id", ...visible.filter(isColumnKey).filter((key) => key !== "load_id")]);

/** Where other systems are named, how their files begin (domain notes, 2f): no vendor publishes a layout. */
export const TEMPLATE_TYPES = ["FPA", "LIMS", "CARIBOU"] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];
export const isTemplateType = (type: string | undefined): type is TemplateType =>
  TEMPLATE_TYPES.some((t) => t === type);

export const SEPARATORS = { ",": "Comma", "\t": "Tab", ";": "Semicolon" } as const;
export type Separator = keyof typeof SEPARATORS;

const pairs = (list: readonly (readonly [ColumnKey | "", string])[]): Column[] =>
  list.map(([key, value]) => ({ key, value }));

export const DEFAULT_TEMPLATES: Record<TemplateType, { columns: Column[]; separator: Separator }> = {
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
      ["scaled_unit", "UoM"],
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

/** A ticket's cells for the columns of a file. */
export const cellsOf = (row: ExportRow, columns: readonly Column[]): (string | number | null)[] =>
  columns.map(({ key }) => (isColumnKey(key) ? row[key] : null));
