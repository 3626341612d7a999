import { expect, test } from "vitest";
import { parseDelimitedTable } from "../shared/read-statement.server";

const TABLE = ["Ticket,Scale ticket,Date,Net", '1042,S-1,11/16/2026,"54,800"', "1043,S-2,11/16/2026,54900"];
const READ = {
  headings: ["Ticket", "Scale ticket", "Date", "Net"],
  lines: [
    ["1042", "S-1", "11/16/2026", "54,800"],
    ["1043", "S-2", "11/16/2026", "54900"],
  ],
};

test.each([
  ["one line", ["AuSable Paper & Lumber weekly statement", ...TABLE]],
  [
    "an address with commas of its own",
    ["AuSable Paper & Lumber", "4200 Industrial Drive, Grayling, MI 49738", "", ...TABLE],
  ],
  ["semicolons and tabs", ["Week 47; closed\tfinal", ...TABLE]],
  ["the days that it is of", ["Statement date,11/20/2026", ...TABLE]],
])("skips a letterhead above the table: %s", (_what, lines) => {
  expect(parseDelimitedTable(lines.join("\n"))).toEqual(READ);
});

test.each([
  ["Total,,,109700"],
  ["TOTALS:,2 loads,,109700"],
  ["Grand total,,,109700"],
  [",Total net,,109700"],
  ["Total loads: 2,,,109700"],
  ["Weekly totals,,,109700"],
  ["Loads: 2,,,109700"],
  ["Ticket,Scale ticket,Date,Net"],
  ["Thank you for your business,,,"],
])("doesn't read %j below the loads as a load", (line) => {
  expect(parseDelimitedTable([...TABLE, line].join("\n"))).toEqual(READ);
});

test("reads loads of a hauler named Total Trucking", () => {
  const text = "Hauler,Ticket,Net\nTotal Trucking,1042,54800\nTotal Logistics LLC,1043,54900";
  expect(parseDelimitedTable(text)).toMatchObject({ lines: [{ 1: "1042" }, { 1: "1043" }] });
});

test.each(["\t", ";", ",", "|"])(
  "reads cells separated by %j below a letterhead with other delimiters",
  (mark) => {
    const others = ["\t", ";", ",", "|"].filter((m) => m !== mark).join(" a ");
    const rows = [
      ["Ticket", "Net"],
      ["1042", "54800"],
      ["1043", "54900"],
    ].map((row) => row.join(mark));
    expect(parseDelimitedTable([`The mill ${others}`, ...rows].join("\n"))).toMatchObject({
      headings: ["Ticket", "Net"],
    });
  },
);
