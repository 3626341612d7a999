import { expect, test } from "vitest";
import { formatBillsCsv } from "../data/files.server";
import { createDeductionLine, SAMPLE_HEADER, SAMPLE_LINE } from "../testing/paper";
import { BILL_COLUMNS, createBillRows, writeIif } from "./quickbooks";

/** Split an IIF file, which has one byte per character, into rows of cells. */
const rowsOf = (file: Uint8Array) =>
  Buffer.from(file)
    .toString("latin1")
    .split("\r\n")
    .map((row) => row.split("\t"))
    .filter(([kind]) => kind === "TRNS" || kind === "SPL");

test("exports each adjustment's description and the statement's note to both bookkeeping files", () => {
  const lines = [
    SAMPLE_LINE,
    createDeductionLine(2, "Chains", -1_000),
    createDeductionLine(3, "Fuel card", -500),
    createDeductionLine(4, "", -1),
  ];
  const paper = { head: { ...SAMPLE_HEADER, memo: "Thanks for\nthe night loads" }, lines };
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
  expect(createBillRows({ ...paper, head: SAMPLE_HEADER }, {})[0]?.[at("Memo")]).toBe(period);
});

test("combines a job's loads into one split, whatever their line texts", () => {
  const lines = [SAMPLE_LINE, { ...SAMPLE_LINE, seq: 2, words: "At least $260.00 for each load" }];
  expect(createBillRows({ head: SAMPLE_HEADER, lines }, {}).map((row) => row.slice(6, 8))).toEqual([
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
])("writes the vendor %j to the IIF file, in Windows-1252, as %j", (receiver, written) => {
  const [bill] = rowsOf(writeIif({ head: { ...SAMPLE_HEADER, receiver }, lines: [SAMPLE_LINE] }, {}));
  expect(bill?.[4]).toBe(written);
});

test.each([
  ["Otto - Logging, Inc.", '"Otto - Logging, Inc."'],
  ["O'Neil = Sons", "O'Neil = Sons"],
  ["-10 Trucking", "'-10 Trucking"],
  ["@Home Hauling", "'@Home Hauling"],
])(
  "writes the vendor %j to the CSV as %j, changing only what a spreadsheet reads as a formula",
  (receiver, cell) => {
    const csv = formatBillsCsv({ head: { ...SAMPLE_HEADER, receiver }, lines: [SAMPLE_LINE] }, {});
    expect(csv.split("\n")[1]).toContain(`12,${cell},11/01/2026`);
  },
);

test("keeps amounts in the IIF file numeric, including negative ones", () => {
  const rows = rowsOf(
    writeIif({ head: SAMPLE_HEADER, lines: [SAMPLE_LINE, createDeductionLine(2, "=1+1", -1_000)] }, {}),
  );
  expect(rows.map((row) => row[6])).toEqual(["-320.00", "330.00", "-10.00"]);
});
