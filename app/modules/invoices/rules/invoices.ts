import { type Cents, computeAmount, type RateHundredths } from "~/lib/money/money";
import { getDayBounds } from "~/lib/time/time";
import { divideHalfEven } from "~/lib/units/measures";

/** Stored statuses of an invoice. */
export type StoredInvoiceStatus = "draft" | "open" | "paid" | "void";
/**
 * Displayed statuses of an invoice. An open invoice whose due day has passed is displayed as past due, which is not
 * stored (docs/domain.md#invoices).
 */
export const DISPLAYED_INVOICE_STATUSES = ["draft", "open", "past_due", "paid", "void"] as const;
export type DisplayedInvoiceStatus = (typeof DISPLAYED_INVOICE_STATUSES)[number];

export const INVOICE_STATUS_LABELS: Record<DisplayedInvoiceStatus, string> = {
  draft: "Draft",
  open: "Open",
  past_due: "Past due",
  paid: "Paid",
  void: "Void",
};

/** Return the day by which an invoice must be paid: its due date, or its issue date if it has none. */
const getDueDay = (invoice: { issued_on: string; due_on: string | null }): string =>
  invoice.due_on ?? invoice.issued_on;

/** Return an invoice's displayed status on a day in the issuer's time zone. */
export const getDisplayedInvoiceStatus = (
  invoice: { status: StoredInvoiceStatus; issued_on: string; due_on: string | null },
  today: string,
): DisplayedInvoiceStatus =>
  invoice.status === "open" && getDueDay(invoice) < today ? "past_due" : invoice.status;

/** Return the amount of a line: price times quantity (one if omitted), rounded once, half to even. */
export const computeLineAmount = (rate: RateHundredths, quantity: number | null): Cents =>
  computeAmount(rate, quantity ?? 1000);

export type InvoiceSums = { subtotal_cents: Cents; tax_cents: Cents; total_cents: Cents };
/** Return the sums of an invoice. Tax is computed once, on the subtotal, because tax by line would be off by cents. */
export function computeInvoiceSums(amounts: readonly Cents[], tax_ppm: number): InvoiceSums {
  const subtotal_cents = amounts.reduce((all, cents) => all + cents, 0);
  const tax_cents = divideHalfEven(BigInt(subtotal_cents) * BigInt(tax_ppm), 1_000_000n);
  return { subtotal_cents, tax_cents, total_cents: subtotal_cents + tax_cents };
}

/** Parse a tax such as "6", "6.25" or "6.25%" to parts per million; null if it is invalid or above 100 %. */
export function parseTax(typed: string | number): number | null {
  const [, whole = "", fraction = ""] = /^(\d{1,3})(?:\.(\d{1,4}))? ?%?$/.exec(String(typed).trim()) ?? [];
  if (!whole) return null;
  const ppm = Number(whole) * 10_000 + Number(fraction.padEnd(4, "0"));
  return ppm <= 1_000_000 ? ppm : null;
}

/** Format parts per million as typed percent: "6.25". */
export const formatTaxForInput = (ppm: number): string => String(ppm / 10_000);

/** Return the last second of a day in a time zone, as seconds since 1970. */
export function getEndOfDaySeconds(day: string, zone: string): number | null {
  const bounds = getDayBounds(day, zone);
  return bounds && Math.floor(Date.parse(bounds.before) / 1000) - 1;
}
