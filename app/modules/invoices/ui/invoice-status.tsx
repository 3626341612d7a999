import { type DisplayedInvoiceStatus, INVOICE_STATUS_LABELS } from "../rules/invoices";

const FORM: Record<DisplayedInvoiceStatus, { tone: string; shape: string; filled?: boolean }> = {
  draft: { tone: "done", shape: "M1 3h10v7H1Z" },
  open: { tone: "go", shape: "M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1Z" },
  past_due: { tone: "wait", shape: "M2 1h3v10H2ZM7 1h3v10H7Z", filled: true },
  paid: { tone: "done", shape: "M1 6.5 4.5 10 11 2" },
  void: { tone: "stop", shape: "M2 2l8 8M10 2l-8 8" },
};

/** Label of an invoice's status with an icon of its own. Amber means past due, which needs action. */
export function InvoiceStatus({ status }: { status: DisplayedInvoiceStatus }) {
  const { tone, shape, filled } = FORM[status];
  return (
    <span className={`status ${tone}`}>
      <svg
        viewBox="0 0 12 12"
        fill={filled ? "currentColor" : "none"}
        stroke="currentColor"
        strokeWidth="1.8"
        aria-hidden="true"
      >
        <path d={shape} />
      </svg>
      {INVOICE_STATUS_LABELS[status]}{" "}
    </span>
  );
}
