import { divideHalfEven } from "../measures/measures";
import { amountOf, type Cents, type RateHundredths } from "../money/money";
import { dayBounds } from "../time/time";

/** What is stored of an invoice's state. */
export type StoredStatus = "draft" | "open" | "paid" | "void";
/** What an invoice is called (spec 2, section 4): an open one whose day has passed is past due, which is stored nowhere. */
export const SHOWN_STATUSES = ["draft", "open", "past_due", "paid", "void"] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

export const STATUS_WORDS: Record<ShownStatus, string> = {
  draft: "Draft",
  open: "Open",
  past_due: "Past due",
  paid: "Paid",
  void: "Void",
};

/** The day by which an invoice is to be paid: its due date, else the day on which it was issued. */
const dueDay = (invoice: { issued_on: string; due_on: string | null }): string =>
  invoice.due_on ?? invoice.issued_on;

/** How an invoice stands on a day, as its issuer reads it. */
export const shownStatus = (
  invoice: { status: StoredStatus; issued_on: string; due_on: string | null },
  today: string,
): ShownStatus => (invoice.status === "open" && dueDay(invoice) < today ? "past_due" : invoice.status);

/** What a line comes to: its price times its quantity, one where none is said; rounded once, half to even. */
export const lineAmount = (rate: RateHundredths, quantity: number | null): Cents =>
  amountOf(rate, quantity ?? 1000);

export type InvoiceSums = { subtotal_cents: Cents; tax_cents: Cents; total_cents: Cents };
/** The sums of an invoice. Tax is worked out once, on the subtotal: tax by line would be off by cents. */
export function invoiceSums(amounts: readonly Cents[], tax_ppm: number): InvoiceSums {
  const subtotal_cents = amounts.reduce((all, cents) => all + cents, 0);
  const tax_cents = divideHalfEven(BigInt(subtotal_cents) * BigInt(tax_ppm), 1_000_000n);
  return { subtotal_cents, tax_cents, total_cents: subtotal_cents + tax_cents };
}

/** Reads a tax like "6", "6.25" or "6.25%" as millionths; null where it is not one, or above 100 %. */
export function parseTax(typed: string | number): number | null {
  const [, whole = "", fraction = ""] = /^(\d{1,3})(?:\.(\d{1,4}))? ?%?$/.exec(String(typed).trim()) ?? [];
  if (!whole) return null;
  const ppm = Number(whole) * 10_000 + Number(fraction.padEnd(4, "0"));
  return ppm <= 1_000_000 ? ppm : null;
}

/** Millionths as a person would type them: "6.25". */
export const plainTax = (ppm: number): string => String(ppm / 10_000);

/** The last second of a day in a zone, as a program reads it: seconds since 1970. */
export function lastSecondOf(day: string, zone: string): number | null {
  const bounds = dayBounds(day, zone);
  return bounds && Math.floor(Date.parse(bounds.before) / 1000) - 1;
}
