import { getDay } from "~/lib/time/time";

const HEADINGS = "Ticket,Date,Loaded,Delivered,Mill,Product,Hauler,Truck,Scale ticket,Gross,Tare,Net";
/** Heading of each column. */
export const COLUMNS = {
  paper_number: "Ticket",
  day: "Date",
  loaded: "Loaded",
  dropped_off: "Delivered",
  destination: "Mill",
  product: "Product",
  hauler: "Hauler",
  truck: "Truck",
  scale_ticket: "Scale ticket",
  gross: "Gross",
  tare: "Tare",
  net: "Net",
};
/** A row as a spreadsheet has it: the cell of each column. */
export type Row = Record<keyof typeof COLUMNS, string>;
/** A day some weeks ago, so that no row is in the future or long past whenever this runs. */
export const dayBefore = (n: number) =>
  getDay(new Date(Date.now() - ((n % 20) + 2) * 86_400_000), "America/Detroit");
/** A day as people write it. */
export const formatUsDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
/** A valid row, the `n`th of its kind, with these changes. */
export const createRow = (hauler: string, n: number, more: Partial<Row> = {}): Row => ({
  paper_number: `P${n}`,
  day: formatUsDay(dayBefore(n)),
  loaded: "7:05 AM",
  dropped_off: "9:40 AM",
  destination: "Mill yard",
  product: "Pulpwood Aspen",
  hauler,
  truck: String(n % 7),
  scale_ticket: `S${n}`,
  gross: String(80_000 + 2 * n),
  tare: "30000",
  net: String(50_000 + 2 * n),
  ...more,
});

/** The rows as pasted, below their headings. */
export const toSheetText = (rows: Row[]) =>
  [
    HEADINGS,
    ...rows.map((r) =>
      Object.values(r)
        .map((cell) => `"${cell}"`)
        .join(","),
    ),
  ].join("\n");
