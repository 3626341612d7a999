import { expect, test } from "vitest";
import { replaceMonthName } from "./named-month";

test.each([
  ["Nov 25, 2026", "11/25/2026"],
  ["25 Nov 2026", "11/25/2026"],
  ["November 25 2026", "11/25/2026"],
  ["November 25, 2026 2:15 PM", "11/25/2026 2:15 PM"],
  ["25 Nov 2026 14:15", "11/25/2026 14:15"],
  ["Nov. 5th, 2026 at 7:42a", "11/5/2026 7:42a"],
  ["Wednesday, Nov 25, 2026, 2:15 PM", "11/25/2026 2:15 PM"],
  ["Wed 25-Nov-26", "11/25/26"],
  ["sept 3", "9/3"],
  ["Nov 25 14:15", "11/25 14:15"],
  ["Nov 25, 2:15 PM", "11/25 2:15 PM"],
  ["1st of May, 2026", "5/1/2026"],
  ["Nov 31, 2026", "11/31/2026"],
  ["11/25/2026 2:15 PM", "11/25/2026 2:15 PM"],
  ["2026-11-25", "2026-11-25"],
  ["Smarch 25, 2026", "Smarch 25, 2026"],
  ["Nova 25, 2026", "Nova 25, 2026"],
  ["7:42 AM", "7:42 AM"],
  ["Nov", "Nov"],
  ["", ""],
])("rewrites %s as %s", (text, numbers) => {
  expect(replaceMonthName(text)).toBe(numbers);
});
