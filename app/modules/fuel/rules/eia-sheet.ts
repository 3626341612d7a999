import { isValidDay } from "~/lib/time/date-range";
import { type DollarThousandths, isLargePriceChange, isMonday, isPossiblePrice } from "./price";
import { type FuelRegion, isFuelRegion } from "./regions";

/**
 * Cell of EIA's weekly sheet ("Weekly Retail Gasoline and Diesel Prices"). The sheet has a row of series names, a row
 * of titles, then a row for each week with its day and a price for each series.
 */
export type SheetCell = string | number | boolean | Date | null | undefined;
export type SheetPrice = { region: FuelRegion; week_on: string; price_mills: DollarThousandths };
/** Line that was skipped, by its number in the sheet, and the reason. */
type LeftOut = { line: number; why: string };
export type EiaSheetResult = { prices: SheetPrice[]; leftOut: LeftOut[] } | { problem: string };

/** First week read: EIA has surveyed a different set of stations since this day, so earlier prices aren't comparable. */
const FIRST_WEEK = "2022-06-13";

const SERIES = /^EMD_EPD2D_PTE_(\w+)_DPG$/;

/**
 * Read the rows of a sheet: the region of each column, and the price of each week since {@link FIRST_WEEK}. `anyway`
 * also accepts prices that changed by more than a quarter in a week.
 */
export function readEiaSheet(rows: readonly (readonly SheetCell[])[], anyway = false): EiaSheetResult {
  const index = rows.findIndex((row) => row.some((cell) => SERIES.test(textOf(cell))));
  const columns = (rows[index] ?? []).flatMap((cell, i) => {
    const [, region = ""] = SERIES.exec(textOf(cell)) ?? [];
    return isFuelRegion(region) ? [{ i, region }] : [];
  });
  if (columns.length === 0)
    return { problem: "No row has the names of the series (EMD_EPD2D_PTE_NUS_DPG and so on)." };
  const prices: SheetPrice[] = [];
  const leftOut: LeftOut[] = [];
  const last = new Map<FuelRegion, DollarThousandths>();
  const weeks = rows
    .slice(index + 1)
    .map((row, i) => ({ row, line: index + i + 2, day: dayOfCell(row[0]) }))
    .filter(({ row }) => row.some((cell) => textOf(cell) !== ""))
    // Column titles.
    .filter(({ row }) => textOf(row[0]).toLowerCase() !== "date")
    .sort((a, b) => (a.day ?? "").localeCompare(b.day ?? ""));
  for (const { row, line, day } of weeks) {
    if (day !== null && day < FIRST_WEEK) continue;
    const why =
      day === null ? "its first cell is not a day" : isMonday(day) ? null : `${day} is not a Monday`;
    if (day === null || why) {
      leftOut.push({ line, why: why ?? "" });
      continue;
    }
    for (const { i, region } of columns) {
      const cell = row[i];
      if (textOf(cell) === "") continue;
      const mills = millsOf(cell);
      const before = last.get(region);
      if (mills === null) leftOut.push({ line, why: `${region}: ${textOf(cell)} is not a price` });
      else if (!isPossiblePrice(mills))
        leftOut.push({ line, why: `${region}: ${textOf(cell)} is not between 1 and 15 dollars` });
      else if (!anyway && before !== undefined && isLargePriceChange(mills, before))
        leftOut.push({
          line,
          why: `${region}: ${textOf(cell)} is more than a quarter away from the week before`,
        });
      else {
        prices.push({ region, week_on: day, price_mills: mills });
        last.set(region, mills);
      }
    }
  }
  return { prices, leftOut: leftOut.sort((a, b) => a.line - b.line) };
}

const textOf = (cell: SheetCell): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? "").trim();

/** Convert a price to thousandths. Sheets contain floating-point numbers: 3.912 times 1,000 is 3911.9999999999995. */
function millsOf(cell: SheetCell): DollarThousandths | null {
  const value =
    typeof cell === "number" ? cell : /^\d+(\.\d+)?$/.test(textOf(cell)) ? Number(textOf(cell)) : null;
  return value !== null && Number.isFinite(value) ? Math.round(value * 1000) : null;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAY_MS = 86_400_000;

/**
 * Parse a day in any format found in sheets and their CSV exports: a date, a serial number, 2026-11-16, 11/16/2026, Nov
 * 16, 2026.
 */
function dayOfCell(cell: SheetCell): string | null {
  if (typeof cell === "number") {
    const days = Math.floor(cell);
    return days > 0 && days < 100_000
      ? real(new Date(Date.UTC(1899, 11, 30) + days * DAY_MS).toISOString().slice(0, 10))
      : null;
  }
  const text = textOf(cell);
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  if (year) return real(`${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`);
  const [, name = "", date = "", of] = /^([A-Za-z]{3})[a-z]* (\d{1,2}), ?(\d{4})$/.exec(text) ?? [];
  if (of) {
    const number = MONTHS.indexOf(name.toLowerCase()) + 1;
    return real(`${of}-${String(number).padStart(2, "0")}-${date.padStart(2, "0")}`);
  }
  return real(text.slice(0, 10));
}

const real = (day: string): string | null => (isValidDay(day) ? day : null);
