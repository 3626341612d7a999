import { expect, test } from "vitest";
import { readText } from "../shared/read-statement.server";

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
])("a letterhead of %s is left out", (_what, lines) => {
  expect(readText(lines.join("\n"))).toEqual(READ);
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
])("below the loads, %j isn't a load", (line) => {
  expect(readText([...TABLE, line].join("\n"))).toEqual(READ);
});

test("a trucker called Total Trucking keeps its loads", () => {
  const text = "Hauler,Ticket,Net\nTotal Trucking,1042,54800\nTotal Logistics LLC,1043,54900";
  expect(readText(text)).toMatchObject({ lines: [{ 1: "1042" }, { 1: "1043" }] });
});

test.each(["\t", ";", ",", "|"])(
  "cells parted by %j are read below a letterhead with other marks",
  (mark) => {
    const others = ["\t", ";", ",", "|"].filter((m) => m !== mark).join(" a ");
    const rows = [
      ["Ticket", "Net"],
      ["1042", "54800"],
      ["1043", "54900"],
    ].map((row) => row.join(mark));
    expect(readText([`The mill ${others}`, ...rows].join("\n"))).toMatchObject({
      headings: ["Ticket", "Net"],
    });
  },
);
