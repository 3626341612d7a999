import { expect, test } from "vitest";
import { toWinAnsi } from "~/lib/text/win-ansi";
import { COLUMN_KEYS } from "~/modules/trip-tickets/list/rules/list-columns";
import { DEFAULT_TEMPLATES, getExportedColumns, isColumnKey, STANDARD_COLUMNS } from "../rules/columns";
import { getTooManyMessage, isBackgroundExport } from "../rules/kinds";

test("the standard export columns keep their order", () => {
  expect(STANDARD_COLUMNS.map((c) => c.value).join(", ")).toBe(
    "Load ID, Link, Company, Job, Product, Species, Destination, Created, Picked Up, Dropped Off, Scaled, Estimated Volume, Estimated Unit, Scaled Volume, Scaled Unit, Scale Ticket, Contract, Cut Contract, Skid Contract, Haul Contract, Notes, County, Township, Range, Section",
  );
});

test("every template column is a known ticket column or empty", () => {
  for (const { columns } of Object.values(DEFAULT_TEMPLATES))
    for (const { key } of columns) expect(key === "" || isColumnKey(key)).toBe(true);
});

test("keeps all columns of a ticket list in order, with the ticket number first", () => {
  expect(getExportedColumns(["job", "settlement_status", "load_id", "status"]).map((c) => c.key)).toEqual([
    "load_id",
    "job",
    "settlement_status",
    "status",
  ]);
  const all: string[] = [...COLUMN_KEYS];
  expect(getExportedColumns(all).map((c) => c.key)).toEqual(expect.arrayContaining(all));
});

test("adds data contained in a list's columns: species, unit, scaled volume, driver", () => {
  const keys = (...visible: string[]) => getExportedColumns(visible).map((c) => c.key);
  expect(keys("product_type", "estimated_volume", "hauler")).toEqual([
    "load_id",
    "product",
    "volume",
    "volume_unit",
    "volume_basis",
    "hauler",
    "hauler_user",
  ]);
  expect(keys("product_type", "wood_species", "estimated_volume", "scaled_volume", "hauler_user")).toEqual([
    "load_id",
    "product_type",
    "wood_species",
    "estimated_volume",
    "estimated_unit",
    "scaled_volume",
    "scaled_unit",
    "hauler_user",
  ]);
});

test("a template has a unit column for each weight and scaled volume", () => {
  for (const { columns } of Object.values(DEFAULT_TEMPLATES)) {
    const keys = columns.map((c) => c.key);
    expect(keys.includes("scaled_unit")).toBe(keys.includes("scaled_volume"));
  }
  const lims = DEFAULT_TEMPLATES.LIMS.columns;
  expect(lims.find((c) => c.value === "UoM")?.key).toBe("weight_unit");
});

test.each([
  ["csv", 500, false],
  ["csv", 501, true],
  ["pdf_pages", 20, false],
  ["pdf_pages", 21, true],
] as const)("an export as %s of %d tickets runs in the background: %s", (kind, rows, long) => {
  expect(isBackgroundExport(kind, rows)).toBe(long);
});

test("limits a PDF to ten thousand tickets and other exports to a million", () => {
  expect(getTooManyMessage("pdf", 10_000)).toBeNull();
  expect(getTooManyMessage("pdf_pages", 10_001)).toContain("10,000");
  expect(getTooManyMessage("csv", 10_001)).toBeNull();
  expect(getTooManyMessage("xlsx", 1_000_001)).toContain("million");
});

test.each([
  ["Zelez", "Zelez"],
  ["Žeļez – Ltd", "Želez – Ltd"],
  ["a\tb", "a b"],
  ["木", "?"],
])("byte range %s is parsed as %s", (text, shown) => {
  expect(toWinAnsi(text)).toBe(shown);
});
