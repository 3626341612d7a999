import { type Cents, formatMoney, formatRate } from "~/lib/money/money";
import { formatDay } from "~/lib/time/time";
import { formatThousandths } from "~/lib/units/measures";
import { PAYMENT_METHOD_OPTIONS } from "~/modules/settlements/rules/words";
import type { InvoiceRow, LineRow, PaymentRow } from "../data/access.server";
import type { DisplayedInvoiceStatus } from "./invoices";

/** Contents of an invoice's page, print, PDF and public page. Nothing else about the company is included. */
export type InvoiceDocument = {
  title: string;
  status: DisplayedInvoiceStatus;
  issuer: { name: string; address: string; phone: string | null };
  customer: { name: string; address: string | null; email: string | null; phone: string | null };
  issued_on: string;
  due_on: string | null;
  memo: string | null;
  lines: {
    seq: number;
    description: string;
    /** Quantity and price, like "27.412 tons × $12.50"; empty if the line has only an amount. */
    quantity: string;
    /** Certification claim, like "FSC-C104455, FSC Mix Credit". */
    claim: string;
    amount_cents: Cents;
  }[];
  sums: { label: string; cents: Cents }[];
  payments: { id: number; day: string; words: string; amount_cents: Cents }[];
  left_cents: Cents;
  total_cents: Cents;
};

const METHODS = new Map(PAYMENT_METHOD_OPTIONS.map(({ value, label }) => [value, label]));

export const formatInvoiceTitle = ({ number }: { number: number | null }): string =>
  number === null ? "Draft invoice" : `Invoice ${number}`;

/** Method of a payment in words: "Check, 4471". */
const formatPayment = (p: Pick<PaymentRow, "method" | "reference" | "reason">): string =>
  [METHODS.get(p.method) ?? p.method, p.reference, p.reason && `taken back: ${p.reason}`]
    .filter(Boolean)
    .join(", ");

function quantityWords({ quantity, unit, rate }: LineRow): string {
  if (quantity === null) return "";
  const what = [formatThousandths(quantity), unit].filter(Boolean).join(" ");
  return rate === null ? what : `${what} × ${formatRate(rate)}`;
}

/** Convert an invoice to the text of its document; every amount is taken as stored, not recalculated. */
export function toInvoiceDocument(
  row: InvoiceRow,
  status: DisplayedInvoiceStatus,
  issuer: InvoiceDocument["issuer"],
  lines: readonly LineRow[],
  payments: readonly PaymentRow[],
): InvoiceDocument {
  const left_cents = row.total_cents - row.paid_cents;
  return {
    title: formatInvoiceTitle(row),
    status,
    issuer,
    customer: {
      name: row.customer_name,
      address: row.customer_address,
      email: row.customer_email,
      phone: row.customer_phone,
    },
    issued_on: row.issued_on,
    due_on: row.due_on,
    memo: row.memo,
    lines: lines.map((line) => ({
      seq: line.seq,
      description: line.description,
      quantity: quantityWords(line),
      claim: [line.certification_license, line.product_claim].filter(Boolean).join(", "),
      amount_cents: line.amount_cents,
    })),
    sums: [
      ...(row.tax_cents
        ? [
            { label: "Subtotal", cents: row.subtotal_cents },
            { label: `Tax ${row.tax_ppm / 10_000}%`, cents: row.tax_cents },
          ]
        : []),
      { label: "Total", cents: row.total_cents },
      ...(row.paid_cents
        ? [
            { label: "Paid", cents: row.paid_cents },
            { label: "Left to pay", cents: left_cents },
          ]
        : []),
    ],
    payments: payments.map((p) => ({
      id: p.id,
      day: p.paid_on,
      words: formatPayment(p),
      amount_cents: p.amount_cents,
    })),
    left_cents,
    total_cents: row.total_cents,
  };
}

/** Most important fact for the reader: the amount due and its date, or that it is paid. */
export function invoiceStatusMessage({ status, left_cents, due_on, payments }: InvoiceDocument): string {
  const until = due_on ? ` by ${formatDay(due_on)}` : "";
  switch (status) {
    case "draft":
      return "Not issued yet";
    case "void":
      return "Void: nothing is due";
    case "paid":
      return `Paid${payments.at(-1) ? ` ${formatDay(payments.at(-1)?.day ?? "")}` : ""}`;
    case "past_due":
      return due_on
        ? `${formatMoney(left_cents)} was due ${formatDay(due_on)}`
        : `${formatMoney(left_cents)} to pay, past due`;
    default:
      return `${formatMoney(left_cents)} to pay${until}`;
  }
}
