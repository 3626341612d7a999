import { expect, test } from "vitest";
import { payDayWords } from "./pay-days";

const unset = (...names: string[]) => names.map((name) => ({ name, next_pay_on: null }));

test("says of each payer when it pays next, the soonest first", () => {
  const payers = [
    { name: "Slow", next_pay_on: "2026-12-11" },
    ...unset("Casual"),
    { name: "Quick", next_pay_on: "2026-11-27" },
  ];
  expect(payDayWords(payers)).toEqual([
    "Quick pays next on Fri, Nov 27, 2026",
    "Slow pays next on Fri, Dec 11, 2026",
    "No pay day is set by Casual",
  ]);
  expect(payDayWords([])).toEqual([]);
});

test("stays a few lines for a company with many payers", () => {
  const days = Array.from({ length: 40 }, (_, i) => ({
    name: `Mill ${String(i).padStart(2, "0")}`,
    next_pay_on: `2026-12-${String(30 - (i % 20)).padStart(2, "0")}`,
  }));
  const words = payDayWords([...days, ...unset(...Array.from({ length: 300 }, (_, i) => `Company ${i}`))]);
  expect(words).toEqual([
    "Mill 19 pays next on Fri, Dec 11, 2026",
    "Mill 39 pays next on Fri, Dec 11, 2026",
    "Mill 18 pays next on Sat, Dec 12, 2026",
    "Mill 38 pays next on Sat, Dec 12, 2026",
    "Mill 17 pays next on Sun, Dec 13, 2026",
    "35 more companies have a pay day",
    "No pay day is set by Company 0, Company 1, Company 2, and 297 others",
  ]);
  expect(payDayWords(days.slice(0, 6)).at(-1)).toBe("1 more company has a pay day");
});

test.each([
  [["A", "B"], "No pay day is set by A and B"],
  [["A", "B", "C", "D"], "No pay day is set by A, B, C, and D"],
  [["A", "B", "C", "D", "E"], "No pay day is set by A, B, C, and 2 others"],
])("of %j it says: %s", (names, words) => {
  expect(payDayWords(unset(...names))).toEqual([words]);
});
