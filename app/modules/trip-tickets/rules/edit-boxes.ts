import { typedKeys } from "~/lib/object/records";
import type { CanEdit, EditableField } from "./permissions";

/** Input type of a field. */
export type FieldKind = "text" | "volume" | "pounds" | "instant" | "coordinate" | "select";

export type EditField = {
  /** Name of the form input and of the column. */
  name: string;
  label: string;
  kind: FieldKind;
  /** Flag in `can_edit` that allows editing the field. */
  guard: EditableField;
  /** Field name in the ticket's history. */
  said: string;
  hint?: string;
  unit?: string;
  options?:
    | "destinations"
    | "landings"
    | "products"
    | "priorities"
    | "units"
    | "logRules"
    | "cutters"
    | "cutterUsers"
    | "skidders"
    | "skidderUsers"
    | "haulers"
    | "haulerUsers"
    | "millUsers";
};

const text = <Name extends string>(name: Name, label: string, guard: EditableField) => ({
  name,
  label,
  kind: "text" as const,
  guard,
  said: name,
});
const instant = <Name extends string>(name: Name, label: string, guard: EditableField) => ({
  name,
  label,
  kind: "instant" as const,
  guard,
  said: name,
});
const select = (
  name: string,
  label: string,
  guard: EditableField,
  options: EditField["options"],
  message = name,
): EditField => ({ name, label, kind: "select", guard, said: message, options });

const pounds = (result: "gross" | "tare" | "deduction", label: string): EditField => ({
  name: `${result}_pounds`,
  label,
  kind: "pounds",
  guard: "weights",
  said: result,
  unit: "lb",
});

export const UNIT_OPTIONS = [
  { value: "1", label: "MBF" },
  { value: "2", label: "ton" },
  { value: "3", label: "cord" },
];

/** Fields of a scale slip; a load that has arrived has only these on its form. */
export const SCALE_SLIP_FIELDS: readonly string[] = [
  "scale_ticket_number",
  "gross_pounds",
  "tare_pounds",
  "scaled_volume",
  "scaled_wood_unit_type_id",
];

/** Edit pages of a ticket, one per box on the ticket's page, with the fields of that box. */
export const EDIT_SECTIONS = {
  ticket: {
    title: "Ticket",
    fields: [
      select("product", "Product", "product", "products"),
      {
        name: "estimated_volume",
        label: "Estimated volume",
        kind: "volume",
        guard: "estimated_volume",
        said: "estimated_volume",
      },
      select("estimated_wood_unit_type_id", "Unit", "estimated_volume", "units", "estimated_volume"),
      select(
        "trip_ticket_priority_id",
        "Priority",
        "trip_ticket_priority_id",
        "priorities",
        "trip_ticket_priority",
      ),
    ],
  },
  destination: {
    title: "Destination",
    fields: [
      select("job_destination_id", "Destination", "job_destination_id", "destinations", "job_destination"),
    ],
  },
  trucker: {
    title: "Trucker",
    fields: [
      select("hauler_company_id", "Hauler", "hauler_company", "haulers", "hauler_company"),
      select("hauler_user_id", "Driver", "hauler_user", "haulerUsers", "hauler_user"),
      text("driver_name", "Driver's name as on the license", "load_facts"),
      text("truck_number", "Truck number", "load_facts"),
      text("truck_plate", "Truck plate", "load_facts"),
      text("trailer_plate", "Trailer plate", "load_facts"),
    ],
  },
  details: {
    title: "Details",
    fields: [
      instant("picked_up_at", "Picked up", "picked_up_at"),
      instant("dropped_off_at", "Dropped off", "dropped_off_at"),
      pounds("gross", "Gross"),
      {
        ...pounds("tare", "Tare"),
        hint: "Net weight is gross minus tare. In tons, an empty volume is filled in from it, less the deduction.",
      },
      pounds("deduction", "Deduction"),
      text("deduction_class", "Reason for the deduction", "weights"),
      {
        name: "scaled_volume",
        label: "Scaled volume",
        kind: "volume",
        guard: "scaled_volume",
        said: "scaled_volume",
      },
      select("scaled_wood_unit_type_id", "Unit", "scaled_volume", "units", "scaled_volume"),
      text("scale_ticket_number", "Scale ticket number", "scale_ticket_number"),
      { ...select("log_rule", "Log rule", "weights", "logRules"), hint: "For MBF only." },
      instant("scaled_at", "Scaled", "scaled_at"),
      instant("received_at", "Received", "received_at"),
      select("scaler_user_id", "Scaler", "scaler_user", "millUsers", "scaler_user"),
      select("receiver_user_id", "Receiver", "receiver_user", "millUsers", "receiver_user"),
    ],
  },
  cutter: {
    title: "Logger/Cutter",
    fields: [
      select("cutter_company_id", "Logger/Cutter", "cutter_company", "cutters", "cutter_company"),
      select("cutter_user_id", "Cutter", "cutter_user", "cutterUsers", "cutter_user"),
    ],
  },
  skidder: {
    title: "Skidder/Forwarder",
    fields: [
      select("skidder_company_id", "Skidder/Forwarder", "skidder_company", "skidders", "skidder_company"),
      select("skidder_user_id", "Skidder", "skidder_user", "skidderUsers", "skidder_user"),
      text("loader_name", "Loader's name", "loading"),
      text("loader_machine", "Loader's make and model", "loading"),
      instant("loaded_at", "Loaded", "loading"),
    ],
  },
  location: {
    title: "Landing",
    fields: [
      select("landing_id", "Landing", "load_facts", "landings", "landing"),
      {
        name: "latitude",
        label: "Latitude",
        kind: "coordinate",
        guard: "location",
        said: "latitude",
        hint: "Degrees, like 44.8361",
      },
      {
        name: "longitude",
        label: "Longitude",
        kind: "coordinate",
        guard: "location",
        said: "longitude",
        hint: "Degrees, like -84.8203",
      },
      text("township", "Township", "location"),
    ],
  },
} as const satisfies Record<string, { title: string; fields: readonly EditField[] }>;

export type EditSection = keyof typeof EDIT_SECTIONS;
export const EDIT_SECTION_NAMES = typedKeys(EDIT_SECTIONS);

type FieldOfKind<Kind extends FieldKind> = Extract<
  (typeof EDIT_SECTIONS)[EditSection]["fields"][number],
  { kind: Kind }
>["name"];
const ALL: readonly EditField[] = Object.values(EDIT_SECTIONS).flatMap((box) => [...box.fields]);

/** Fields stored in column and history exactly as typed. */
export type PlainField = FieldOfKind<"text" | "coordinate"> | "log_rule";
export const PLAIN_FIELDS = ALL.filter(
  (f) => f.kind === "text" || f.kind === "coordinate" || f.name === "log_rule",
).map((f) => f.name) as PlainField[];

/** Fields that contain a time. */
export type TimeField = FieldOfKind<"instant">;
export const TIME_FIELDS = ALL.filter((f) => f.kind === "instant").map((f) => f.name) as TimeField[];

export const isTimeField = (name: string): name is TimeField => TIME_FIELDS.some((field) => field === name);

/** Return the sections that have at least one editable field. */
export const getEditableSections = (canEdit: CanEdit): EditSection[] =>
  EDIT_SECTION_NAMES.filter((box) => EDIT_SECTIONS[box].fields.some((field) => canEdit[field.guard]));

/** Flag in `can_edit` for each field of an update. */
export const FIELD_EDIT_FLAGS: ReadonlyMap<string, EditableField> = new Map(
  ALL.map((f) => [f.name, f.guard]),
);
