import { expect, test } from "vitest";
import { DATE_FORMAT_KEYS, DATE_FORMATS, formatDateAs } from "~/lib/time/date-forms";
import { type ExportRow, toExportCells } from "./columns";

test("each date format matches its example, with 12 PM at noon and 12 AM at midnight", () => {
  for (const form of DATE_FORMAT_KEYS)
    expect(formatDateAs(form, "2026-11-16 14:05")).toBe(DATE_FORMATS[form]);
  expect(formatDateAs("time_12h", "2026-11-16 00:30")).toBe("12:30 AM");
  expect(formatDateAs("us_12h", "2026-01-02 12:00")).toBe("01/02/2026 12:00 PM");
});

test("a column contains a ticket field, a time in the chosen format, or a constant text", () => {
  const row = { load_id: 1178, dropped_off_at: "2026-11-16 14:05", scaled_at: null } as ExportRow;
  const cells = toExportCells(row, [
    { key: "load_id", value: "Ticket" },
    { key: "dropped_off_at", value: "Date", dates: "us_day" },
    { key: "dropped_off_at", value: "Time", dates: "time" },
    { key: "scaled_at", value: "Out", dates: "us" },
    { key: "", value: "Yard", always: "07" },
    { key: "", value: "Grade" },
  ]);
  expect(cells).toEqual([1178, "11/16/2026", "14:05", null, "07", null]);
});
