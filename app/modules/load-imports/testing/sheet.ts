import { getDay } from "~/lib/time/time";

const HEADINGS = "Ticket,Date,Loaded,Delivered,Mill,Product,Hauler,Truck,Scale ticket,Gross,Tare,Net";
/** Heading of each field's column. */
export const COLUMN_HEADINGS = {
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
/** Cells of a spreadsheet row, by field. */
export type SheetRow = Record<keyof typeof COLUMN_HEADINGS, string>;
/** Return a day 2 to 21 days ago, so that no row is in the future or long past whenever tests run. */
export const getRecentDay = (n: number) =>
  getDay(new Date(Date.now() - ((n % 20) + 2) * 86_400_000), "America/Detroit");
/** Format a day in the American order, such as 11/25/2026. */
export const formatUsDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
/** Create a valid row, different for each `n`, with these changes. */
export const createSheetRow = (hauler: string, n: number, more: Partial<SheetRow> = {}): SheetRow => ({
  paper_number: `P${n}`,
  day: formatUsDay(getRecentDay(n)),
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

/** Format rows as pasted text, below their headings. */
export const toSheetText = (rows: SheetRow[]) =>
  [
    HEADINGS,
    ...rows.map((r) =>
      Object.values(r)
        .map((cell) => `"${cell}"`)
        .join(","),
    ),
  ].join("\n");
