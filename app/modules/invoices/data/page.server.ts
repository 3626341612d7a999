import { z } from "zod";
import { hasPermission } from "~/lib/access/crew-permissions";
import { getEnabledChannels, isMailReadable } from "~/lib/mail/channels.server";
import { formatPhone } from "~/lib/text/phone";
import { formatInstant } from "~/lib/time/time";
import { idField } from "~/modules/settlements/rules/inputs";
import { procedure, type ReadCtx } from "~/web/procedure";
import { AppError, notFound, unprocessable } from "~/web/refusal";
import { getDisplayedInvoiceStatus } from "../rules/invoices";
import { formatInvoiceTitle, type InvoiceDocument, toInvoiceDocument } from "../rules/paper";
import {
  getInvoiceToday,
  type InvoiceRow,
  readInvoiceLines,
  readInvoiceMessages,
  readInvoicePayments,
  readIssuer,
  requireVisibleInvoice,
} from "./access.server";
import { readCardNotices } from "./card-news.server";
import { readCardPaymentIds } from "./card-refund.server";
import { getInvoiceDeletionProblem } from "./issue.server";
import { buildPublicUrl } from "./link.server";
import { getEarliestPaymentDay, requireAmountLeft } from "./pay.server";
import { writeInvoicePdf } from "./pdf.server";
import { getSendProblem, SEND_FAILED_MESSAGE } from "./send.server";

const input = z.strictObject({ invoice_id: idField });

/** Return the document of an invoice. */
export async function readInvoiceDocument(
  ctx: Pick<ReadCtx, "read">,
  row: InvoiceRow,
  today: string,
): Promise<InvoiceDocument> {
  const [issuer, lines, payments] = await Promise.all([
    readIssuer(ctx, row.company_id),
    readInvoiceLines(ctx, [row.id]),
    readInvoicePayments(ctx, row.id),
  ]);
  const { name, address, phone } = issuer;
  return toInvoiceDocument(
    row,
    getDisplayedInvoiceStatus(row, today),
    { name, address, phone },
    lines,
    payments,
  );
}

type Sending = Awaited<ReturnType<typeof readInvoiceMessages>>[number];
/** Return the delivery result of a message, as far as this site knows. */
function fateOf({ kind, sent_at, failed_at, failure }: Sending): string {
  if (sent_at) return "sent";
  if (failed_at) return `${SEND_FAILED_MESSAGE}. ${failure ?? ""}`.trim();
  if (getEnabledChannels()[kind]) return "on its way";
  return kind === "mail" && isMailReadable() ? "in the outbox" : "not sent: this site sends none";
}

/** Return the invoice page: the document, the messages that sent it, and the actions available now. */
export const getInvoicePage = procedure({
  name: "getInvoicePage",
  may: "invoice.read",
  input,
  async run(ctx, { invoice_id }) {
    const row = await requireVisibleInvoice(ctx, invoice_id);
    const [paper, sendings, cards] = await Promise.all([
      readInvoiceDocument(ctx, row, getInvoiceToday(ctx)),
      readInvoiceMessages(ctx, row.id),
      readCardNotices(ctx, row),
    ]);
    const { permissions, zone } = ctx.actor;
    const mayUpdate = hasPermission(permissions, "invoice.update");
    const mayDelete = hasPermission(permissions, "invoice.delete");
    return {
      id: row.id,
      title: formatInvoiceTitle(row),
      paper,
      cards,
      statement_id: hasPermission(permissions, "settlement.read") ? row.settlement_statement_id : null,
      sendings: sendings.map((s) => ({
        id: s.id,
        at: formatInstant(s.created_at, zone, ctx.now),
        what: s.is_receipt ? "Receipt" : "Invoice",
        to: formatPhone(s.recipient),
        fate: fateOf(s),
        failed: s.failed_at !== null && s.sent_at === null,
      })),
      rights: {
        edit: row.status === "draft" && mayUpdate,
        issue: row.status === "draft" && mayUpdate,
        send: mayUpdate && getSendProblem(row) === null,
        pay: row.status === "open" && mayUpdate,
        reverse: row.paid_cents > 0 && mayDelete,
        delete: mayDelete && getInvoiceDeletionProblem(row) === null,
        copy: row.settlement_statement_id === null && hasPermission(permissions, "invoice.create"),
      },
    };
  },
});

/** Run a check and return its refusal message, or null if it passes. */
function whyNot(ask: () => unknown): string | null {
  try {
    ask();
    return null;
  } catch (error) {
    if (error instanceof AppError && error.kind === "notNow") return error.message;
    throw error;
  }
}

/** Data for the payment form: the amount left, and the earliest payment date. */
export const getInvoicePaymentForm = procedure({
  name: "getInvoicePaymentForm",
  may: "invoice.update",
  input,
  async run(ctx, { invoice_id }) {
    const row = await requireVisibleInvoice(ctx, invoice_id);
    return {
      id: row.id,
      title: formatInvoiceTitle(row),
      customer: row.customer_name,
      why_not: whyNot(() => requireAmountLeft(row)),
      total_cents: row.total_cents,
      left_cents: row.total_cents - row.paid_cents,
      from: await getEarliestPaymentDay(ctx, row),
      today: getInvoiceToday(ctx),
      of_statement: row.settlement_statement_id !== null,
    };
  },
});

/**
 * Return the send form's data: whether this site sends emails and texts, the customer's addresses, and the invoice link
 * to pass on.
 */
export const getInvoiceSendForm = procedure({
  name: "getInvoiceSendForm",
  may: "invoice.update",
  input,
  async run(ctx, { invoice_id }) {
    const row = await requireVisibleInvoice(ctx, invoice_id);
    const why_not = getSendProblem(row);
    return {
      id: row.id,
      title: formatInvoiceTitle(row),
      is_receipt: row.status === "paid",
      customer: row.customer_name,
      email: row.customer_email ?? "",
      phone: row.customer_phone ?? "",
      why_not,
      texts: getEnabledChannels().text,
      mails: getEnabledChannels().mail,
      link: why_not ? null : buildPublicUrl(row.id),
    };
  },
});

/** Return the data of the page that deletes or voids an invoice, with the reason if that isn't possible. */
export const getInvoiceDeletionForm = procedure({
  name: "getInvoiceDeletionForm",
  may: "invoice.delete",
  input,
  async run(ctx, { invoice_id }) {
    const row = await requireVisibleInvoice(ctx, invoice_id);
    return {
      id: row.id,
      title: formatInvoiceTitle(row),
      number: row.number,
      customer: row.customer_name,
      total_cents: row.total_cents,
      why_not: getInvoiceDeletionProblem(row),
    };
  },
});

/** Payments of an invoice that its issuer can reverse. */
export const getInvoiceReversalForm = procedure({
  name: "getInvoiceReversalForm",
  may: "invoice.delete",
  input,
  async run(ctx, { invoice_id }) {
    const row = await requireVisibleInvoice(ctx, invoice_id);
    const all = await readInvoicePayments(ctx, row.id);
    const taken = new Set(all.map((payment) => payment.reverses_id));
    const live = all.filter(({ id, reverses_id }) => reverses_id === null && !taken.has(id));
    const cards = await readCardPaymentIds(ctx, row.id);
    const mine = live.filter((p) => p.creator_company_id === ctx.actor.company.id);
    return {
      id: row.id,
      title: formatInvoiceTitle(row),
      customer: row.customer_name,
      payments: mine.map(({ id, amount_cents, paid_on, reference }) => ({
        id,
        amount_cents,
        paid_on,
        reference,
        by_card: cards.has(id),
      })),
      others: live.length - mine.length,
    };
  },
});

export const INVOICE_DOCUMENT_KINDS = ["invoice", "receipt"] as const;
/** Require that the invoice is fully paid; only then is there a receipt. */
export function requireReceiptAllowed(status: InvoiceRow["status"]): void {
  if (status !== "paid") throw unprocessable("There is a receipt once it is paid.");
}

/** The receipt's page. */
export const getInvoiceReceipt = procedure({
  name: "getInvoiceReceipt",
  may: "invoice.read",
  input,
  async run(ctx, { invoice_id }) {
    const row = await requireVisibleInvoice(ctx, invoice_id);
    const why_not = whyNot(() => requireReceiptAllowed(row.status));
    return {
      id: row.id,
      title: formatInvoiceTitle(row),
      why_not,
      paper: await readInvoiceDocument(ctx, row, getInvoiceToday(ctx)),
      rights: { send: hasPermission(ctx.actor.permissions, "invoice.update") },
    };
  },
});

/** Return an invoice, or its receipt, as a PDF. */
export const readInvoiceFile = procedure({
  name: "readInvoiceFile",
  may: "invoice.read",
  input: z.strictObject({ invoice_id: idField, as: z.enum(INVOICE_DOCUMENT_KINDS) }),
  async run(ctx, { invoice_id, as }) {
    const row = await requireVisibleInvoice(ctx, invoice_id);
    return buildInvoiceFile(row, as, await readInvoiceDocument(ctx, row, getInvoiceToday(ctx)));
  },
});

/** PDF file of an invoice that the caller may see. */
export function buildInvoiceFile(
  row: InvoiceRow,
  as: (typeof INVOICE_DOCUMENT_KINDS)[number],
  paper: InvoiceDocument,
) {
  if (as === "receipt" && row.status !== "paid") throw notFound();
  return {
    name: `${as}-${row.number ?? `draft-${row.id}`}.pdf`,
    contentType: "application/pdf",
    body: writeInvoicePdf(paper, as),
  };
}
