import { expect, test } from "vitest";
import { sumPayDays } from "~/modules/settlements/rules/pay-days";
import { formatDue, formatOverdue, formatPayDays } from "./pay-days";

const TODAY = "2026-11-25";
const NONE = sumPayDays([], TODAY);
const unset = (...names: string[]) => names.map((name) => ({ name, days: NONE, usual_on: null }));
const usual = (name: string, usual_on: string) => ({ name, days: NONE, usual_on });
const due = (name: string, ...days: [string, number][]) => ({
  name,
  days: sumPayDays(
    days.map(([pay_on, cents]) => ({ pay_on, cents })),
    TODAY,
  ),
  usual_on: null,
});

test("lists each payer's next payment from its statements, soonest first", () => {
  const payers = [
    usual("Slow", "2026-12-11"),
    ...unset("Casual"),
    due("Quick", ["2026-12-04", 500], ["2026-11-27", 100]),
    due("Late", ["2026-11-20", 700]),
  ];
  expect(formatPayDays(payers)).toEqual([
    "Quick pays $1.00 on Fri, Nov 27, 2026",
    "Slow pays next on Fri, Dec 11, 2026",
    "No pay day is set by Casual",
  ]);
  expect(formatOverdue(payers)).toEqual(["Late: $7.00 overdue since Fri, Nov 20, 2026"]);
  expect([formatPayDays([]), formatOverdue([])]).toEqual([[], []]);
});

test("shows a payer the next amount due, and the date by which the rest is due", () => {
  const days = (...rows: [string, number][]) => due("", ...rows).days;
  expect(formatDue(days(["2026-11-20", 700], ["2026-11-25", 100]))).toEqual([
    "$1.00 is due on Wed, Nov 25, 2026",
  ]);
  expect(formatDue(days(["2026-11-27", 100], ["2026-12-04", 250]))).toEqual([
    "$1.00 is due on Fri, Nov 27, 2026",
    "$2.50 more is due by Fri, Dec 4, 2026",
  ]);
  expect(formatDue(days(["2026-11-20", 700]))).toEqual([]);
});

test("shows only a few lines for a company with many payers", () => {
  const days = Array.from({ length: 40 }, (_, i) =>
    usual(`Mill ${String(i).padStart(2, "0")}`, `2026-12-${String(30 - (i % 20)).padStart(2, "0")}`),
  );
  const words = formatPayDays([...days, ...unset(...Array.from({ length: 300 }, (_, i) => `Company ${i}`))]);
  expect(words).toEqual([
    "Mill 19 pays next on Fri, Dec 11, 2026",
    "Mill 39 pays next on Fri, Dec 11, 2026",
    "Mill 18 pays next on Sat, Dec 12, 2026",
    "Mill 38 pays next on Sat, Dec 12, 2026",
    "Mill 17 pays next on Sun, Dec 13, 2026",
    "35 more companies have a pay day",
    "No pay day is set by Company 0, Company 1, Company 2, and 297 others",
  ]);
  expect(formatPayDays(days.slice(0, 6)).at(-1)).toBe("1 more company has a pay day");
});

test.each([
  [["A", "B"], "No pay day is set by A and B"],
  [["A", "B", "C", "D"], "No pay day is set by A, B, C, and D"],
  [["A", "B", "C", "D", "E"], "No pay day is set by A, B, C, and 2 others"],
])("lists payers %j without a pay day as: %s", (names, words) => {
  expect(formatPayDays(unset(...names))).toEqual([words]);
});
