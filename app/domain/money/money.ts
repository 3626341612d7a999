import { z } from "zod";
import { divideHalfEven } from "../measures/measures";

/** An amount is whole cents; a rate is whole hundredths of a cent (decisions, section 6). All in USD. */
export type Cents = number;
export type RateHundredths = number;

/** Above this, cards show the amount in short form (spec 1, section 9). Tables and papers never do. */
const COMPACT_FROM: Cents = 10_000;

export function formatMoney(amount: Cents): string {
  return (amount / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
}

/** For cards alone: "$99.99", then "$100", "$1.2K", "$3.4M". */
export function formatMoneyCompact(amount: Cents): string {
  if (Math.abs(amount) < COMPACT_FROM) return formatMoney(amount);
  return (amount / 100).toLocaleString("en-US", {
    style: "currency",
    currency: "USD",
    notation: "compact",
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  });
}

/** Rate times volume in thousandths of the rate's own unit; rounded once, half to even, to cents. */
export function amountOf(rate: RateHundredths, thousandths: number): Cents {
  return divideHalfEven(BigInt(rate) * BigInt(thousandths), 100_000n);
}

const AMOUNT = /^\$?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;

/** Reads a typed amount: "12", "12.50", "$1,200.00". Null where it is not one. */
export function parseMoney(text: string): Cents | null {
  const trimmed = text.trim();
  const match = AMOUNT.exec(trimmed);
  if (!match) return null;
  const [whole = "0"] = trimmed.replace(/[$,]/g, "").split(".");
  const cents = Number(whole) * 100 + Number((match[1] ?? "").padEnd(2, "0"));
  return Number.isSafeInteger(cents) ? cents : null;
}

/** A typed amount as an input: text, checked but left as typed; `parseMoney` reads it. */
export function money(message = "Type an amount like 12.50.") {
  return z.string().refine((text) => parseMoney(text) !== null, message);
}
