import { expect, test } from "vitest";
import {
  computeInvoiceSums,
  computeLineAmount,
  formatPlainTax,
  getLastSecond,
  getShownStatus,
  parseTax,
} from "./invoices";

test("an open invoice is past due once its day has passed, and nothing else ever is", () => {
  const at = (status: "draft" | "open" | "paid" | "void", due_on: string | null, today: string) =>
    getShownStatus({ status, issued_on: "2026-11-03", due_on }, today);
  expect(at("open", "2026-12-03", "2026-12-03")).toBe("open");
  expect(at("open", "2026-12-03", "2026-12-04")).toBe("past_due");
  expect(at("open", null, "2026-11-03")).toBe("open");
  expect(at("open", null, "2026-11-04")).toBe("past_due");
  for (const status of ["draft", "paid", "void"] as const)
    expect(at(status, null, "2027-01-01")).toBe(status);
});

test("a line is rounded once, half to even, and tax is taken once, on the subtotal", () => {
  expect(computeLineAmount(127_500, 26_900)).toBe(34_298);
  expect(computeLineAmount(12_500, null)).toBe(125);
  // Three lines of 10 cents at 5 %: the tax would be nothing by line, but on the subtotal it is half a cent rounded to
  // even.
  expect(computeInvoiceSums([10, 10, 10], 50_000)).toEqual({
    subtotal_cents: 30,
    tax_cents: 2,
    total_cents: 32,
  });
  expect(computeInvoiceSums([50], 50_000).tax_cents).toBe(2);
  expect(computeInvoiceSums([], 60_000)).toEqual({ subtotal_cents: 0, tax_cents: 0, total_cents: 0 });
});

test("a tax is read as it is typed, and nothing above the whole", () => {
  expect(["6", "6.25", "6.25%", "6.25 %", 100, "0"].map((typed) => parseTax(typed))).toEqual([
    60_000, 62_500, 62_500, 62_500, 1_000_000, 0,
  ]);
  for (const typed of ["", "-1", "1e1", "101", "6.12345", "six", ".5"]) expect(parseTax(typed)).toBeNull();
  expect(formatPlainTax(62_500)).toBe("6.25");
});

test("a due date is the last second of that day where the issuer is", () => {
  expect(getLastSecond("2026-12-03", "America/Detroit")).toBe(Date.parse("2026-12-04T05:00:00Z") / 1000 - 1);
  // The day on which clocks go back has 25 hours.
  expect(getLastSecond("2026-11-01", "America/Detroit")).toBe(Date.parse("2026-11-02T05:00:00Z") / 1000 - 1);
});
