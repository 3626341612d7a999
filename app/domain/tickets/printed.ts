/** What a sheet's code says was printed on it; times to the minute, as they are printed. */
export type Printed = {
  number: number;
  job: number;
  /** The product's three ids, "5-746-0". */
  product: string;
  net_pounds: number | null;
  /** Scaled, in thousandths of its unit. */
  scaled_volume: number | null;
  scaled_unit: number | null;
  picked_up_at: string | null;
  dropped_off_at: string | null;
  /** The first letters of the last entry of its history then; null where it had none. */
  history: string | null;
};

const MINUTE = 60_000;
const whole = (value: number | null) => (value === null ? "" : value.toString(36));
const minutes = (at: string | null) => whole(at === null ? null : Math.floor(Date.parse(at) / MINUTE));

/** The short text that stands in the code and is signed: nine parts, numbers in base 36, empty where nothing was printed. */
export const packPrinted = (p: Printed): string =>
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

/** What a code says was printed; null where it isn't text of ours. Its signature says whether to believe it. */
export function readPrinted(text: string): Printed | null {
  const found = SHAPE.exec(text);
  if (!found) return null;
  const at = (place: number) => {
    const part = found[place] ?? "";
    return part === "" ? null : Number.parseInt(part, 36);
  };
  const instant = (value: number | null) => (value === null ? null : new Date(value * MINUTE).toISOString());
  return {
    number: at(1) ?? 0,
    job: at(2) ?? 0,
    product: found[3] ?? "",
    net_pounds: at(4),
    scaled_volume: at(5),
    scaled_unit: at(6),
    picked_up_at: instant(at(7)),
    dropped_off_at: instant(at(8)),
    history: found[9] ?? null,
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

/** What the code of a ticket's sheet would say of it now. */
export const printedOf = (t: Ticket, history: string | null): Printed => ({
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

const toMinute = (at: string | null) =>
  at === null ? null : new Date(Math.floor(Date.parse(at) / MINUTE) * MINUTE).toISOString();
