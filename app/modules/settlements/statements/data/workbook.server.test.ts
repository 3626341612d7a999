import { strFromU8, unzipSync } from "fflate";
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { readBytes } from "#db/testing/pdf";
import { type StoredLine, toPayStatementLine } from "../rules/paper";
import { createDeductionLine, SAMPLE_HEADER, SAMPLE_LINE } from "../testing/paper";
import { writeStatementXlsx } from "./workbook.server";

const STORED: StoredLine = {
  seq: 1,
  kind: "load",
  amount_owed_id: 7,
  settlement_type_id: 3,
  quantity: 1_027_412,
  wood_unit_type_id: 2,
  per: "unit",
  rate: 93_750,
  amount_cents: 963_199,
  trip_ticket_id: 5,
  earned_on: "2026-10-26",
  ticket_number: 41,
  load_number: 12,
  scale_ticket_number: "00917",
  job_name: "=Deward",
  product: "Red oak",
  destination: "Grayling",
  note: null,
  reverses_number: null,
  is_correction: false,
};

test("exports days as dates, and quantities, rates and amounts as numbers with units in the next cell", async () => {
  const percent = {
    ...STORED,
    seq: 2,
    settlement_type_id: 5,
    per: "percent",
    rate: 65_000,
    quantity: 256_990,
  };
  const reversal = {
    ...STORED,
    seq: 3,
    kind: "reversal",
    amount_cents: -5,
    earned_on: null,
    is_correction: true,
  };
  const lines = [
    ...[STORED, percent, reversal].map(toPayStatementLine),
    createDeductionLine(4, "Chains", -1_050),
  ];
  const file = await readBytes(writeStatementXlsx({ head: { ...SAMPLE_HEADER, memo: "Thanks" }, lines }));
  const { sheets } = await readXlsx(file);
  const [names = [], ...rows] = sheets[0]?.rows ?? [];
  const of = (name: string) => rows.map((row) => row[names.indexOf(name)] ?? null);
  expect(of("Date")).toEqual([new Date("2026-10-26"), new Date("2026-10-26"), null, null]);
  expect(of("Statement")).toEqual([12, 12, 12, 12]);
  expect(of("Load")).toEqual([12, 12, 12, null]);
  expect(of("Ticket")).toEqual([41, 41, 41, null]);
  expect(of("Scale Ticket")).toEqual(["00917", "00917", "00917", null]);
  expect(of("Job")[0]).toBe("=Deward");
  expect(of("Quantity")).toEqual([1027.412, null, 1027.412, null]);
  expect(of("Unit")).toEqual(["tons", null, "tons", null]);
  expect(of("Rate")).toEqual([9.375, 6.5, null, null]);
  expect(of("Rate Unit")).toEqual(["per ton", "% of $256.99", null, null]);
  expect(of("Amount")).toEqual([9631.99, 9631.99, -0.05, -10.5]);
  expect(sheets[1]?.rows.filter(([label]) => label)).toEqual([
    ["Sum", "Amount"],
    ["Loads", 330],
    ["Total", 330],
    ["From", "Deward Timber"],
    ["From Address", "1 Mill Rd, Grayling, MI"],
    ["To", "Otto Logging"],
    ["Memo", "Thanks"],
  ]);
  // Check that a date is shown without a time.
  const parts = unzipSync(file);
  const part = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
  const style = /<c r="B2" s="(\d)">/.exec(part("xl/worksheets/sheet1.xml"))?.[1];
  const format = [...part("xl/styles.xml").matchAll(/<xf numFmtId="(\d+)"[^>]*xfId="0"/g)][
    Number(style)
  ]?.[1];
  expect(part("xl/styles.xml")).toContain(`<numFmt numFmtId="${format}" formatCode="yyyy\\-mm\\-dd"/>`);
});

test("omits the note row if the statement has no note", async () => {
  const { sheets } = await readXlsx(
    await readBytes(writeStatementXlsx({ head: SAMPLE_HEADER, lines: [SAMPLE_LINE] })),
  );
  expect(sheets[1]?.rows.flat()).not.toContain("Memo");
});
