import { z } from "zod";
import { enabledChannels, mailIsRead } from "~/core/outbox/channels.server";
import { may } from "~/domain/access/crew-permissions";
import { shownStatus } from "~/domain/invoices/invoices";
import { formatPhone } from "~/domain/people/phone";
import { formatInstant } from "~/domain/time/time";
import { idInput } from "~/features/settlements/inputs";
import { procedure, type Reading } from "~/web/procedure";
import { missing, notNow, Refusal } from "~/web/refusal";
import {
  type InvoiceRow,
  issuerOf,
  linesOf,
  paymentsOf,
  sendingsOf,
  todayIn,
  visibleInvoice,
} from "./access.server";
import { cardNews } from "./card-news.server";
import { cardPaymentsOf } from "./card-refund.server";
import { whyNotDelete } from "./issue.server";
import { publicAddress } from "./link.server";
import { type InvoicePaper, invoicePaperOf, invoiceTitle } from "./paper";
import { leftToPay, payableFrom } from "./pay.server";
import { invoicePdf } from "./pdf.server";
import { FAILED_TO_SEND, whyNotSend } from "./send.server";

const input = z.strictObject({ invoice_id: idInput });

/** An invoice as its paper says it. */
export async function readInvoicePaper(
  ctx: Pick<Reading, "read">,
  row: InvoiceRow,
  today: string,
): Promise<InvoicePaper> {
  const [issuer, lines, payments] = await Promise.all([
    issuerOf(ctx, row.company_id),
    linesOf(ctx, [row.id]),
    paymentsOf(ctx, row.id),
  ]);
  const { name, address, phone } = issuer;
  return invoicePaperOf(row, shownStatus(row, today), { name, address, phone }, lines, payments);
}

type Sending = Awaited<ReturnType<typeof sendingsOf>>[number];
/** What became of a message, as far as this site knows. */
function fateOf({ kind, sent_at, given_up_at, failure }: Sending): string {
  if (sent_at) return "sent";
  if (given_up_at) return `${FAILED_TO_SEND}. ${failure ?? ""}`.trim();
  if (enabledChannels()[kind]) return "on its way";
  return kind === "mail" && mailIsRead() ? "in the outbox" : "not sent: this site sends none";
}

/** An invoice's page: its paper, when it was sent, and what may be done with it now. */
export const getInvoicePage = procedure({
  name: "getInvoicePage",
  may: "invoice.read",
  input,
  async run(ctx, { invoice_id }) {
    const row = await visibleInvoice(ctx, invoice_id);
    const [paper, sendings, cards] = await Promise.all([
      readInvoicePaper(ctx, row, todayIn(ctx)),
      sendingsOf(ctx, row.id),
      cardNews(ctx, row),
    ]);
    const { permissions, zone } = ctx.actor;
    const mayUpdate = may(permissions, "invoice.update");
    const mayDelete = may(permissions, "invoice.delete");
    return {
      id: row.id,
      title: invoiceTitle(row),
      paper,
      cards,
      statement_id: may(permissions, "settlement.read") ? row.settlement_statement_id : null,
      sendings: sendings.map((s) => ({
        id: s.id,
        at: formatInstant(s.created_at, zone, ctx.now),
        what: s.is_receipt ? "Receipt" : "Invoice",
        to: formatPhone(s.recipient),
        fate: fateOf(s),
        failed: s.given_up_at !== null && s.sent_at === null,
      })),
      rights: {
        edit: row.status === "draft" && mayUpdate,
        issue: row.status === "draft" && mayUpdate,
        send: mayUpdate && whyNotSend(row) === null,
        pay: row.status === "open" && mayUpdate,
        reverse: row.paid_cents > 0 && mayDelete,
        delete: mayDelete && whyNotDelete(row) === null,
        copy: row.settlement_statement_id === null && may(permissions, "invoice.create"),
      },
    };
  },
});

/** Why it is refused, or null. */
function whyNot(ask: () => unknown): string | null {
  try {
    ask();
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.kind === "notNow") return error.message;
    throw error;
  }
}

/** What the form of a payment needs: what is left, and from which day on it may be dated. */
export const getInvoicePaymentForm = procedure({
  name: "getInvoicePaymentForm",
  may: "invoice.update",
  input,
  async run(ctx, { invoice_id }) {
    const row = await visibleInvoice(ctx, invoice_id);
    return {
      id: row.id,
      title: invoiceTitle(row),
      customer: row.customer_name,
      why_not: whyNot(() => leftToPay(row)),
      total_cents: row.total_cents,
      left_cents: row.total_cents - row.paid_cents,
      from: await payableFrom(ctx, row),
      today: todayIn(ctx),
      of_statement: row.settlement_statement_id !== null,
    };
  },
});

/** What the form that sends needs: the ways that this site has, the addresses, and the link to give by hand. */
export const getSendForm = procedure({
  name: "getSendForm",
  may: "invoice.update",
  input,
  async run(ctx, { invoice_id }) {
    const row = await visibleInvoice(ctx, invoice_id);
    const why_not = whyNotSend(row);
    return {
      id: row.id,
      title: invoiceTitle(row),
      is_receipt: row.status === "paid",
      customer: row.customer_name,
      email: row.customer_email ?? "",
      phone: row.customer_phone ?? "",
      why_not,
      texts: enabledChannels().text,
      mails: enabledChannels().mail,
      link: why_not ? null : publicAddress(row.id),
    };
  },
});

/** What the page that deletes or voids needs: what becomes of it, or why it can't be. */
export const getDeletionForm = procedure({
  name: "getDeletionForm",
  may: "invoice.delete",
  input,
  async run(ctx, { invoice_id }) {
    const row = await visibleInvoice(ctx, invoice_id);
    return {
      id: row.id,
      title: invoiceTitle(row),
      number: row.number,
      customer: row.customer_name,
      total_cents: row.total_cents,
      why_not: whyNotDelete(row),
    };
  },
});

/** The payments of an invoice that its issuer can take back. */
export const getInvoiceReversalForm = procedure({
  name: "getInvoiceReversalForm",
  may: "invoice.delete",
  input,
  async run(ctx, { invoice_id }) {
    const row = await visibleInvoice(ctx, invoice_id);
    const all = await paymentsOf(ctx, row.id);
    const taken = new Set(all.map((payment) => payment.reverses_id));
    const live = all.filter(({ id, reverses_id }) => reverses_id === null && !taken.has(id));
    const cards = await cardPaymentsOf(ctx, row.id);
    const mine = live.filter((p) => p.creator_company_id === ctx.actor.company.id);
    return {
      id: row.id,
      title: invoiceTitle(row),
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

export const INVOICE_PAPERS = ["invoice", "receipt"] as const;
/** The receipt of an invoice is of what was paid for it whole. */
export function refuseReceipt(status: InvoiceRow["status"]): void {
  if (status !== "paid") throw notNow("There is a receipt once it is paid.");
}

/** The receipt's page. */
export const getInvoiceReceipt = procedure({
  name: "getInvoiceReceipt",
  may: "invoice.read",
  input,
  async run(ctx, { invoice_id }) {
    const row = await visibleInvoice(ctx, invoice_id);
    const why_not = whyNot(() => refuseReceipt(row.status));
    return {
      id: row.id,
      title: invoiceTitle(row),
      why_not,
      paper: await readInvoicePaper(ctx, row, todayIn(ctx)),
      rights: { send: may(ctx.actor.permissions, "invoice.update") },
    };
  },
});

/** An invoice, or its receipt, as a PDF. */
export const readInvoiceFile = procedure({
  name: "readInvoiceFile",
  may: "invoice.read",
  input: z.strictObject({ invoice_id: idInput, as: z.enum(INVOICE_PAPERS) }),
  async run(ctx, { invoice_id, as }) {
    const row = await visibleInvoice(ctx, invoice_id);
    return invoiceFile(row, as, await readInvoicePaper(ctx, row, todayIn(ctx)));
  },
});

/** The file of an invoice that the caller may see. */
export function invoiceFile(row: InvoiceRow, as: (typeof INVOICE_PAPERS)[number], paper: InvoicePaper) {
  if (as === "receipt" && row.status !== "paid") throw missing();
  return {
    name: `${as}-${row.number ?? `draft-${row.id}`}.pdf`,
    contentType: "application/pdf",
    body: invoicePdf(paper, as),
  };
}
