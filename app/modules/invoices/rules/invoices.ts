import { type Cents, computeAmount, type RateHundredths } from "~/lib/money/money";
import { getDayBounds } from "~/lib/time/time";
import { divideHalfEven } from "~/lib/units/measures";

/** Stored states of an invoice. */
export type StoredStatus = "draft" | "open" | "paid" | "void";
/**
 * Displayed states of an invoice (docs/domain.md#invoices): an open one whose day has passed is past due, which is
 * stored nowhere.
 */
export const SHOWN_STATUSES = ["draft", "open", "past_due", "paid", "void"] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

export const STATUS_LABELS: Record<ShownStatus, string> = {
  draft: "Draft",
  open: "Open",
  past_due: "Past due",
  paid: "Paid",
  void: "Void",
};

/** Day by which an invoice is to be paid: its due date, else its issue date. */
const getDueDay = (invoice: { issued_on: string; due_on: string | null }): string =>
  invoice.due_on ?? invoice.issued_on;

/** Return an invoice's status on a day, as its issuer sees it. */
export const getShownStatus = (
  invoice: { status: StoredStatus; issued_on: string; due_on: string | null },
  today: string,
): ShownStatus => (invoice.status === "open" && getDueDay(invoice) < today ? "past_due" : invoice.status);

/** Amount of a line: its price times its quantity, one if omitted; rounded once, half to even. */
export const computeLineAmount = (rate: RateHundredths, quantity: number | null): Cents =>
  computeAmount(rate, quantity ?? 1000);

export type InvoiceSums = { subtotal_cents: Cents; tax_cents: Cents; total_cents: Cents };
/** Sums of an invoice. Tax is computed once, on the subtotal: tax by line would be off by cents. */
export function computeInvoiceSums(amounts: readonly Cents[], tax_ppm: number): InvoiceSums {
  const subtotal_cents = amounts.reduce((all, cents) => all + cents, 0);
  const tax_cents = divideHalfEven(BigInt(subtotal_cents) * BigInt(tax_ppm), 1_000_000n);
  return { subtotal_cents, tax_cents, total_cents: subtotal_cents + tax_cents };
}

/** Parse a tax like "6", "6.25" or "6.25%" as millionths; null if it is not one, or above 100 %. */
export function parseTax(typed: string | number): number | null {
  const [, whole = "", fraction = ""] = /^(\d{1,3})(?:\.(\d{1,4}))? ?%?$/.exec(String(typed).trim()) ?? [];
  if (!whole) return null;
  const ppm = Number(whole) * 10_000 + Number(fraction.padEnd(4, "0"));
  return ppm <= 1_000_000 ? ppm : null;
}

/** Millionths as a person would type them: "6.25". */
export const formatPlainTax = (ppm: number): string => String(ppm / 10_000);

/** Return the last second of a day in a zone, as seconds since 1970. */
export function getLastSecond(day: string, zone: string): number | null {
  const bounds = getDayBounds(day, zone);
  return bounds && Math.floor(Date.parse(bounds.before) / 1000) - 1;
}
