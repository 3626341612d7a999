import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { deleteInvoice, issueInvoice } from "./data/issue.server";
import { getInvoice, listInvoices } from "./data/list.server";
import { payInvoice, reverseInvoicePayment } from "./data/pay.server";
import { sendInvoice } from "./data/send.server";
import { createInvoice, updateInvoice } from "./data/write.server";

export const about: ApiSection = "Invoices";

/** Calls about invoices (docs/invoices.md). */
export const calls: ApiCalls = {
  "GET /api/invoices": {
    summary: "List the company's invoices, newest first, ten a page",
    procedure: listInvoices,
  },
  "POST /api/invoices": {
    summary: "Make an invoice as a draft, for a posted statement or for lines",
    procedure: createInvoice,
    status: 201,
    dto: true,
  },
  "GET /api/invoices/{invoice_id}": { summary: "Read an invoice", procedure: getInvoice },
  "PUT /api/invoices/{invoice_id}": {
    summary: "Write a draft over, all of it",
    procedure: updateInvoice,
    dto: true,
  },
  "DELETE /api/invoices/{invoice_id}": {
    summary: "Delete a draft; an issued invoice becomes void and keeps its number",
    procedure: deleteInvoice,
  },
  "POST /api/invoices/{invoice_id}/issue": {
    summary: "Issue a draft: it gets its number, and never changes again",
    procedure: issueInvoice,
  },
  "POST /api/invoices/{invoice_id}/send": {
    summary: "Send an open invoice, or the receipt of a paid one, by email, text message or both",
    procedure: sendInvoice,
    dto: true,
    wakes: true,
  },
  "POST /api/invoices/{invoice_id}/pay": {
    summary: "Mark an invoice paid, all of it or a part",
    procedure: payInvoice,
    status: 201,
    dto: true,
  },
  "POST /api/invoices/payments/{invoice_payment_id}/reversal": {
    summary: "Take a payment back; a person only",
    procedure: reverseInvoicePayment,
    status: 201,
    dto: true,
  },
};
