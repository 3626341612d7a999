import { expect, test } from "vitest";
import { toWinAnsi } from "~/lib/text/win-ansi";
import { COLUMN_KEYS } from "~/modules/trip-tickets/list/rules/list-columns";
import { DEFAULT_TEMPLATES, getExportedColumns, isColumnKey, STANDARD_COLUMNS } from "../rules/columns";
import { getTooManyMessage, isLongExport } from "../rules/kinds";

test("the standard columns keep their order", () => {
  expect(STANDARD_COLUMNS.map((c) => c.value).join(", ")).toBe(
    "Load ID, Link, Company, Job, Product, Species, Destination, Created, Picked Up, Dropped Off, Scaled, Estimated Volume, Estimated Unit, Scaled Volume, Scaled Unit, Scale Ticket, Contract, Cut Contract, Skid Contract, Haul Contract, Notes, County, Township, Range, Section",
  );
});

test("every column of a template is a fact of the ticket or stays empty", () => {
  for (const { columns } of Object.values(DEFAULT_TEMPLATES))
    for (const { key } of columns) expect(key === "" || isColumnKey(key)).toBe(true);
});

test("the columns of a list keep their order and begin with the number; none of them is left out", () => {
  expect(getExportedColumns(["job", "settlement_status", "load_id", "status"]).map((c) => c.key)).toEqual([
    "load_id",
    "job",
    "settlement_status",
    "status",
  ]);
  const all: string[] = [...COLUMN_KEYS];
  expect(getExportedColumns(all).map((c) => c.key)).toEqual(expect.arrayContaining(all));
});

test("a list's columns bring what the list shows in them: species, the unit, the scaled volume, the driver", () => {
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

test("a template that writes pounds says so, and each that writes a scaled volume has its unit", () => {
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
] as const)("%s of %d tickets is long: %s", (kind, rows, long) => {
  expect(isLongExport(kind, rows)).toBe(long);
});

test("a PDF has ten thousand tickets at most, anything a million", () => {
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
])("%s is shown as %s", (text, shown) => {
  expect(toWinAnsi(text)).toBe(shown);
});
