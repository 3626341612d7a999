import { expect, it, test } from "vitest";
import { z } from "zod";
import {
  computeAmount,
  createMoneySchema,
  createRateSchema,
  formatMoney,
  formatMoneyCompact,
  formatRate,
  parseMoney,
  parseRate,
} from "./money";

test.each([
  [0, "$0.00", "$0.00"],
  [5, "$0.05", "$0.05"],
  [9_999, "$99.99", "$99.99"],
  [10_000, "$100.00", "$100"],
  [10_050, "$100.50", "$100"],
  [10_060, "$100.60", "$101"],
  [99_949, "$999.49", "$999"],
  [99_950, "$999.50", "$1K"],
  [123_456, "$1,234.56", "$1.2K"],
  [340_000_000, "$3,400,000.00", "$3.4M"],
  [-9_999, "-$99.99", "-$99.99"],
  [-123_456, "-$1,234.56", "-$1.2K"],
])("formats %d cents as %s in full and %s on a card", (cents, full, card) => {
  expect(formatMoney(cents)).toBe(full);
  expect(formatMoneyCompact(cents)).toBe(card);
});

test.each([
  ["12", 1200],
  ["12.5", 1250],
  ["12.50", 1250],
  ["$1,200.00", 120_000],
  [" 0 ", 0],
  [12.5, 1250],
  [19.99, 1999],
  ["12.505", null],
  ["12.", null],
  ["$ 3,295.27", 329_527],
  ["$3,295.27", 329_527],
  ["$ .50", 50],
  ["$.50", 50],
  [".5", 50],
  [".505", null],
  [".", null],
  ["$ ", null],
  ["$ .", null],
  ["$ $5", null],
  ["1 2", null],
  ["-12", null],
  [-12, null],
  ["1,20", null],
  ["", null],
  ["$", null],
  ["1e3", null],
  ["99999999999999999", null],
  [Number.NaN, null],
])("parses the amount %s as %s cents", (typed, cents) => {
  expect(parseMoney(typed)).toBe(cents);
});

test.each([
  ["4.25", 42_500, "$4.25"],
  ["0.1234", 1234, "$0.1234"],
  ["$1,250", 12_500_000, "$1,250.00"],
  ["$ 1,250.2525", 12_502_525, "$1,250.2525"],
  ["$ .50", 5000, "$0.50"],
  [4.125, 41_250, "$4.125"],
  ["0", 0, "$0.00"],
])("parses the rate %s as %d hundredths of a cent and formats it as %s", (typed, hundredths, text) => {
  expect(parseRate(typed)).toBe(hundredths);
  expect(formatRate(hundredths)).toBe(text);
});

test.each(["0.12345", "-4", "", "four", "4,2"])("rejects %s as a rate", (typed) => {
  expect(parseRate(typed)).toBeNull();
});

test.each([
  [42_500, 27_400, 11_645, "$4.25 a ton, 27.4 ton"],
  [1234, 1000, 12, "12.34 cents are 12"],
  [50, 1000, 0, "half a cent goes to the even 0"],
  [150, 1000, 2, "a cent and a half goes to the even 2"],
  [250, 1000, 2, "two and a half go to the even 2"],
  [99_999_999, 10_000_000, 9_999_999_900, "the largest volume at a high rate stays exact"],
  [42_500, 0, 0, "nothing hauled, nothing paid"],
])("computes rate %d times %d thousandths as %d cents: %s", (hundredths, thousandths, cents) => {
  expect(computeAmount(hundredths, thousandths)).toBe(cents);
});

it("parses every formatted amount and rate back to the same value", () => {
  for (let cents = 0; cents < 5_000_000; cents += 9_973) expect(parseMoney(formatMoney(cents))).toBe(cents);
  for (let hundredths = 0; hundredths < 50_000_000; hundredths += 99_991)
    expect(parseRate(formatRate(hundredths))).toBe(hundredths);
});

it("amount and rate fields accept text and numbers and leave the value unchanged", () => {
  const input = z.strictObject({
    amount: createMoneySchema("Type an amount"),
    rate: createRateSchema("Type a rate").optional(),
  });
  expect(input.parse({ amount: "$1,200.00", rate: 0.1234 })).toEqual({ amount: "$1,200.00", rate: 0.1234 });
  for (const amount of ["", null, undefined, "1.234", false])
    expect(input.safeParse({ amount }).error?.issues.map((i) => i.message)).toEqual(["Type an amount"]);
  expect(input.safeParse({ amount: 1, rate: "1.2.3" }).error?.issues[0]?.message).toBe("Type a rate");
});

test.each([
  ["4.25255", "Use at most four decimals, like 4.2525."],
  ["$ .12345", "Use at most four decimals, like 4.2525."],
  [0.12345, "Use at most four decimals, like 4.2525."],
  ["4.2x", "Type a rate like 4.25."],
  ["-4.25255", "Type a rate like 4.25."],
  ["", "Type a rate like 4.25."],
  [null, "Type a rate like 4.25."],
])("rejects the rate %s with a message that gives the reason", (typed, message) => {
  expect(
    createRateSchema()
      .safeParse(typed)
      .error?.issues.map((issue) => issue.message),
  ).toEqual([message]);
});
