import { describe, expect, test } from "vitest";
import { buildRecord } from "~/lib/object/records";
import { ALL_COLUMNS, DEFAULT_TEMPLATES, STANDARD_COLUMNS } from "~/modules/exports/rules/columns";
import {
  getLoadUnitQuestions,
  guessColumns,
  LOAD_FIELD_KEYS,
  type LoadField,
  pickMatchingColumns,
} from "./columns";
import { readRow } from "./read-row";

const read = (headings: string[], words: Partial<Record<LoadField, string>>) =>
  readRow(
    buildRecord(LOAD_FIELD_KEYS, (field) => words[field] ?? ""),
    guessColumns(headings),
    { zones: { job_zone: "America/Detroit", mill_zone: "America/Detroit" }, today: "2026-12-01" },
  );
const day = "11/19/2026";

describe("the unit of a volume", () => {
  test("reads a volume's unit from the heading, with board feet as thousandths of an MBF", () => {
    const row = read(["Date", "Board Feet"], { day, volume: "9,871" });
    expect(row).toMatchObject({ volume: "9.871", unit: 1, problems: [] });
    expect(read(["Date", "Scribner BF"], { day, volume: "4321" })).toMatchObject({
      volume: "4.321",
      log_rule: "SCRIBNER",
    });
  });
  test("reads a volume's unit from the cell in preference to the heading, or from a unit column", () => {
    expect(read(["Date", "Volume"], { day, volume: "7½ cds" })).toMatchObject({ volume: "7.5", unit: 3 });
    expect(read(["Date", "Volume", "UOM"], { day, volume: "7 1/2", unit: "cords" })).toMatchObject({
      volume: "7.5",
      unit: 3,
    });
  });
  test("asks for a volume's unit if neither the heading nor a cell names it", () => {
    const columns = guessColumns(["Date", "Volume"]);
    expect(getLoadUnitQuestions(columns)).toEqual({ volume_unit: ['Choose the unit of "Volume".'] });
    expect(getLoadUnitQuestions(guessColumns(["Date", "Cunits"]))).toEqual({
      volume_unit: ["Cunits can't be counted as cords, tons or MBF."],
    });
    expect(pickMatchingColumns({ day: "Date", volume: "Volume" }, ["Date", "Volume"])).toBeNull();
    expect(
      pickMatchingColumns({ day: "Date", volume: "Volume", volume_unit: "bf" }, ["Date", "Volume"]),
    ).toMatchObject({
      volume_unit: "bf",
    });
  });
});

test("reads a column in board feet as a volume, even if its heading says net", () => {
  expect(guessColumns(["Date", "Net BF"])).toMatchObject({ volume: "Net BF", volume_unit: "bf" });
  expect(guessColumns(["Date", "Net BF"]).net).toBeUndefined();
});

test("reads weights in the unit of their heading or cell, and asks about an unknown unit", () => {
  expect(read(["Date", "Net (kg)"], { day, net: "24,500" })).toMatchObject({ net: 54_013 });
  expect(read(["Date", "Gross (lb)", "Tare (lb)", "Net tonnes"], { day, net: "24.5" })).toMatchObject({
    net: 54_013,
  });
  expect(read(["Date", "Net"], { day, net: "24.5 tonnes" })).toMatchObject({ net: 54_013 });
  expect(getLoadUnitQuestions(guessColumns(["Date", "Net (stere)"]))).toEqual({
    weights: ['We don\'t know the unit in "Net (stere)". Choose one.'],
  });
});

test("asks about a scale ticket number that a spreadsheet has shortened", () => {
  const row = read(["Date", "Net lb", "Scale ticket"], { day, net: "50540", scale_ticket: "2.02611E+11" });
  expect(row).toMatchObject({
    problems: [],
    questions: ['Scale ticket "2.02611E+11" was shortened by a spreadsheet. Type the whole number.'],
  });
});

describe("files exported by Timbertally", () => {
  const headings = (columns: readonly { value: string }[]) => columns.map(({ value }) => value);
  test.each([
    ["the standard columns", headings(STANDARD_COLUMNS), { volume: "Scaled Volume", unit: "Scaled Unit" }],
    [
      "all columns",
      headings(ALL_COLUMNS),
      {
        volume: "Scaled Volume",
        unit: "Scaled Unit",
        net: "Net (lb)",
        hauler: "Hauler",
        skidder: "Skidder/Forwarder",
      },
    ],
    ["FPA", headings(DEFAULT_TEMPLATES.FPA.columns), { volume: "Units", unit: "Unit Type", day: "Date" }],
    [
      "LIMS",
      headings(DEFAULT_TEMPLATES.LIMS.columns),
      { net: "Net", unit: "UoM", scale_ticket: "Scale Ticket" },
    ],
    [
      "Caribou",
      headings(DEFAULT_TEMPLATES.CARIBOU.columns),
      { volume: "Scale Volume", unit: "Scale Volume UoM", net: "Net Weight" },
    ],
  ])("recognizes a Timbertally export by its headings: %s", (_name, names, columns) => {
    expect(guessColumns(names)).toMatchObject(columns);
  });
  test("reads the unit of weights from the unit column of a Timbertally export", () => {
    const lims = headings(DEFAULT_TEMPLATES.LIMS.columns);
    const row = read(lims, { day, gross: "80000", tare: "30000", net: "50000", unit: "lb" });
    expect(row).toMatchObject({ gross: 80_000, tare: 30_000, unit: null, problems: [] });
  });
});
