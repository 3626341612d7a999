/** Values printed on a sheet and contained in its code; times to the minute, as printed. */
export type PrintedValues = {
  number: number;
  job: number;
  /** Ids of product type, species and species group: "5-746-0". */
  product: string;
  net_pounds: number | null;
  /** Scaled volume, in thousandths of its unit. */
  scaled_volume: number | null;
  scaled_unit: number | null;
  picked_up_at: string | null;
  dropped_off_at: string | null;
  /** First letters of the hash of the last history entry when printed; null if there was none. */
  history: string | null;
};

const MINUTE = 60_000;
const whole = (value: number | null) => (value === null ? "" : value.toString(36));
const minutes = (instant: string | null) =>
  whole(instant === null ? null : Math.floor(Date.parse(instant) / MINUTE));

/**
 * Encode the printed values as the short text that is signed: nine parts, numbers in base 36, empty for values that
 * weren't printed.
 */
export const encodePrintedValues = (p: PrintedValues): string =>
  [
    whole(p.number),
    whole(p.job),
    p.product,
    whole(p.net_pounds),
    whole(p.scaled_volume),
    whole(p.scaled_unit),
    minutes(p.picked_up_at),
    minutes(p.dropped_off_at),
    p.history ?? "",
  ].join(".");

const SHAPE =
  /^([0-9a-z]{1,9})\.([0-9a-z]{1,9})\.(\d{1,9}-\d{1,9}-\d{1,9})\.([0-9a-z]{0,7})\.([0-9a-z]{0,7})\.([0-9a-z]{0,3})\.([0-9a-z]{0,7})\.([0-9a-z]{0,7})\.([0-9a-f]{12})?$/;

/**
 * Decode the printed values from a code; null if it isn't one of our codes. Only the signature shows whether they can
 * be trusted.
 */
export function decodePrintedValues(text: string): PrintedValues | null {
  const match = SHAPE.exec(text);
  if (!match) return null;
  const at = (place: number) => {
    const part = match[place] ?? "";
    return part === "" ? null : Number.parseInt(part, 36);
  };
  const instant = (value: number | null) => (value === null ? null : new Date(value * MINUTE).toISOString());
  return {
    number: at(1) ?? 0,
    job: at(2) ?? 0,
    product: match[3] ?? "",
    net_pounds: at(4),
    scaled_volume: at(5),
    scaled_unit: at(6),
    picked_up_at: instant(at(7)),
    dropped_off_at: instant(at(8)),
    history: match[9] ?? null,
  };
}

type Ticket = {
  trip_ticket_number: number;
  job_id: number;
  product_type_id: number;
  wood_species_id: number | null;
  wood_species_type_id: number | null;
  net_pounds: number | null;
  scaled_volume: number | null;
  scaled_wood_unit_type_id: number | null;
  picked_up_at: string | null;
  dropped_off_at: string | null;
};

/** Return the values that a sheet of the ticket printed now would contain. */
export const getPrintedValues = (t: Ticket, history: string | null): PrintedValues => ({
  number: t.trip_ticket_number,
  job: t.job_id,
  product: `${t.product_type_id}-${t.wood_species_id ?? 0}-${t.wood_species_type_id ?? 0}`,
  net_pounds: t.net_pounds,
  scaled_volume: t.scaled_volume,
  scaled_unit: t.scaled_volume === null ? null : t.scaled_wood_unit_type_id,
  picked_up_at: toMinute(t.picked_up_at),
  dropped_off_at: toMinute(t.dropped_off_at),
  history,
});

const toMinute = (instant: string | null) =>
  instant === null ? null : new Date(Math.floor(Date.parse(instant) / MINUTE) * MINUTE).toISOString();
