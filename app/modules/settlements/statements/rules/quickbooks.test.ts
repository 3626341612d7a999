import { expect, test } from "vitest";
import { formatBillsCsv } from "../data/files.server";
import { createDeduction, HEAD, LINE } from "../testing/paper";
import { BILL_COLUMNS, createBillRows, writeIif } from "./quickbooks";

/** Cells of a file with one byte per character. */
const rowsOf = (file: Uint8Array) =>
  Buffer.from(file)
    .toString("latin1")
    .split("\r\n")
    .map((row) => row.split("\t"))
    .filter(([kind]) => kind === "TRNS" || kind === "SPL");

test("what was typed of each adjustment, and the note on the statement, are in both of the books' files", () => {
  const lines = [
    LINE,
    createDeduction(2, "Chains", -1_000),
    createDeduction(3, "Fuel card", -500),
    createDeduction(4, "", -1),
  ];
  const paper = { head: { ...HEAD, memo: "Thanks for\nthe night loads" }, lines };
  const messages = ["Haul, Deward", "Deduction: Chains", "Deduction: Fuel card", "Deduction"];
  const rows = createBillRows(paper, {});
  const at = (name: (typeof BILL_COLUMNS)[number]) => BILL_COLUMNS.indexOf(name);
  expect(rows.map((row) => row[at("Line Description")])).toEqual(messages);
  expect(rows.map((row) => row[at("Line Amount")])).toEqual(["330.00", "-10.00", "-5.00", "-0.01"]);
  const period = "Loads 10/26/2026 to 11/01/2026";
  expect(rows[0]?.[at("Memo")]).toBe(`${period}. Thanks for\nthe night loads`);
  const [bill, ...splits] = rowsOf(writeIif(paper, {}));
  expect(splits.map((row) => row[8])).toEqual(messages);
  expect(bill?.[8]).toBe(`${period}. Thanks for the night loads`);
  expect(createBillRows({ ...paper, head: HEAD }, {})[0]?.[at("Memo")]).toBe(period);
});

test("loads of a job stay one split, whatever their lines say", () => {
  const lines = [LINE, { ...LINE, seq: 2, words: "At least $260.00 for each load" }];
  expect(createBillRows({ head: HEAD, lines }, {}).map((row) => row.slice(6, 8))).toEqual([
    ["Haul, Deward", "660.00"],
  ]);
});

test.each([
  ["Côté & Sons’ Hauling, Inc.", "Côté & Sons\u0092 Hauling, Inc."],
  ['Otto "Big O" Logging', '"Otto ""Big O"" Logging"'],
  ["12″ Veneer", '"12"" Veneer"'],
  ["Łoś\tTrucking\nLtd", "Los Trucking Ltd"],
  ["-10 Trucking", "'-10 Trucking"],
  ['=HYPERLINK("http://x.test")', `"'=HYPERLINK(""http://x.test"")"`],
  ["\t@SUM(1+1)", "'@SUM(1+1)"],
  ["+1 Hauling", "'+1 Hauling"],
  ["Otto - Logging = 1", "Otto - Logging = 1"],
])("the vendor %j is written in the IIF file, in Windows-1252, as %j", (receiver, written) => {
  const [bill] = rowsOf(writeIif({ head: { ...HEAD, receiver }, lines: [LINE] }, {}));
  expect(bill?.[4]).toBe(written);
});

test.each([
  ["Otto - Logging, Inc.", '"Otto - Logging, Inc."'],
  ["O'Neil = Sons", "O'Neil = Sons"],
  ["-10 Trucking", "'-10 Trucking"],
  ["@Home Hauling", "'@Home Hauling"],
])(
  "the CSV spells the vendor %j as %j: otherwise only where a spreadsheet reads a formula",
  (receiver, cell) => {
    const csv = formatBillsCsv({ head: { ...HEAD, receiver }, lines: [LINE] }, {});
    expect(csv.split("\n")[1]).toContain(`12,${cell},11/01/2026`);
  },
);

test("amounts in the IIF file stay numbers, also those below zero", () => {
  const rows = rowsOf(writeIif({ head: HEAD, lines: [LINE, createDeduction(2, "=1+1", -1_000)] }, {}));
  expect(rows.map((row) => row[6])).toEqual(["-320.00", "330.00", "-10.00"]);
});
