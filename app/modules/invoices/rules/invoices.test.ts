import { expect, test } from "vitest";
import {
  computeInvoiceSums,
  computeLineAmount,
  formatTaxForInput,
  getDisplayedInvoiceStatus,
  getEndOfDaySeconds,
  parseTax,
} from "./invoices";

test("only an open invoice becomes past due, once its due day has passed", () => {
  const at = (status: "draft" | "open" | "paid" | "void", due_on: string | null, today: string) =>
    getDisplayedInvoiceStatus({ status, issued_on: "2026-11-03", due_on }, today);
  expect(at("open", "2026-12-03", "2026-12-03")).toBe("open");
  expect(at("open", "2026-12-03", "2026-12-04")).toBe("past_due");
  expect(at("open", null, "2026-11-03")).toBe("open");
  expect(at("open", null, "2026-11-04")).toBe("past_due");
  for (const status of ["draft", "paid", "void"] as const)
    expect(at(status, null, "2027-01-01")).toBe(status);
});

test("rounds a line once, half to even, and computes tax once, on the subtotal", () => {
  expect(computeLineAmount(127_500, 26_900)).toBe(34_298);
  expect(computeLineAmount(12_500, null)).toBe(125);
  // Three lines of 10 cents at 5 %: tax computed by line would be zero, but on the subtotal it is 1.5 cents, rounded to
  // 2.
  expect(computeInvoiceSums([10, 10, 10], 50_000)).toEqual({
    subtotal_cents: 30,
    tax_cents: 2,
    total_cents: 32,
  });
  expect(computeInvoiceSums([50], 50_000).tax_cents).toBe(2);
  expect(computeInvoiceSums([], 60_000)).toEqual({ subtotal_cents: 0, tax_cents: 0, total_cents: 0 });
});

test("parses a tax as typed, up to 100 percent", () => {
  expect(["6", "6.25", "6.25%", "6.25 %", 100, "0"].map((typed) => parseTax(typed))).toEqual([
    60_000, 62_500, 62_500, 62_500, 1_000_000, 0,
  ]);
  for (const typed of ["", "-1", "1e1", "101", "6.12345", "six", ".5"]) expect(parseTax(typed)).toBeNull();
  expect(formatTaxForInput(62_500)).toBe("6.25");
});

test("a due date ends at the last second of the day in the issuer's time zone", () => {
  expect(getEndOfDaySeconds("2026-12-03", "America/Detroit")).toBe(
    Date.parse("2026-12-04T05:00:00Z") / 1000 - 1,
  );
  // The day when daylight saving time ends has 25 hours.
  expect(getEndOfDaySeconds("2026-11-01", "America/Detroit")).toBe(
    Date.parse("2026-11-02T05:00:00Z") / 1000 - 1,
  );
});
