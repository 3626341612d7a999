import type { Expectations } from "../../../../e2e/support/expectations";
import { ANY_COMPANY, API_ANY_COMPANY, GET_NOT_ALLOWED, MANAGER_ONLY } from "../../../../e2e/support/rows";

const LINES = [{ description: "Firewood", quantity: "2", unit: "cords", price: "180" }];
const DRAFT = { customer_name: "Aho Heating", lines: LINES };
/** Id of an invoice that doesn't exist in the demo data. */
const NONE = "987654";
const API_NO_SUCH = { nobody: 401, else: 404 };

/** Valid request bodies that every user is refused, because of the invoice they name. */
const BODIES = {
  updateInvoice: { ...DRAFT, version: 2 },
  deleteInvoice: {},
  issueInvoice: {},
  sendInvoice: { send_email: true, email: "office@aho.test" },
  payInvoice: { amount: "12.50", method: "check", paid_on: "2026-01-01" },
  reverseInvoicePayment: { reason: "Bounced" },
};

/** Test expectations for invoices. The demo data's first invoice is a draft of the manager's company. */
export const expectations: Expectations = {
  answers: {
    "/i/:invoiceId": { else: 404 },
    "/i/:invoiceId/file": { else: 404 },
    "/invoices": ANY_COMPANY,
    "/invoices/:invoiceId": MANAGER_ONLY,
    "/invoices/:invoiceId/deletion": MANAGER_ONLY,
    "/invoices/:invoiceId/edit": MANAGER_ONLY,
    "/invoices/:invoiceId/file": MANAGER_ONLY,
    "/invoices/:invoiceId/issuing": { else: 302 },
    "/invoices/:invoiceId/payment": MANAGER_ONLY,
    "/invoices/:invoiceId/receipt": MANAGER_ONLY,
    "/invoices/:invoiceId/reversal": MANAGER_ONLY,
    "/invoices/:invoiceId/send": MANAGER_ONLY,
    "/invoices/new": ANY_COMPANY,
    "/api/invoices": API_ANY_COMPANY,
    "/api/invoices/:invoice_id": API_NO_SUCH,
    "/api/invoices/:invoice_id/issue": GET_NOT_ALLOWED,
    "/api/invoices/:invoice_id/pay": GET_NOT_ALLOWED,
    "/api/invoices/:invoice_id/send": GET_NOT_ALLOWED,
    "/api/invoices/payments/:invoice_payment_id/reversal": GET_NOT_ALLOWED,
  },
  params: { invoiceId: "1", invoice_id: NONE, invoice_payment_id: NONE },
  bodies: { ...BODIES, createInvoice: { customer_name: "Aho Heating", lines: [] } },
  good: { ...BODIES, createInvoice: DRAFT },
  pages: {
    manager: ["/invoices", "/invoices/new", "/invoices/1", "/invoices/4/send", "/invoices/4/payment"],
  },
  alike: {
    nobody: ["{linked}"],
    manager: [
      "/invoices/1/edit",
      "/invoices/1/deletion",
      "/invoices/4",
      "/invoices/4/deletion",
      "/invoices/2/receipt",
      "/invoices/2/reversal",
    ],
  },
  forms: { manager: ["/invoices/new", "/invoices/1/edit"] },
  planted: [
    {
      reads: "invoice",
      words: ["Planted Customer", "Planted firewood"],
      sql: [
        `INSERT INTO invoice (company_id, customer_name, issued_on, subtotal_cents, total_cents, creator_company_id, created_at)
          VALUES (1, 'Planted Customer', '2026-01-01', 100, 100, 1, '2026-01-01T00:00:00.000Z')`,
        `INSERT INTO invoice_line (invoice_id, seq, description, amount_cents)
          SELECT max(id), 1, 'Planted firewood', 100 FROM invoice`,
      ],
      params: {
        invoiceId: "SELECT id FROM invoice WHERE customer_name = 'Planted Customer'",
        invoice_id: "SELECT id FROM invoice WHERE customer_name = 'Planted Customer'",
      },
    },
  ],
  shots: [
    { name: "invoices", as: "manager", path: "/invoices" },
    { name: "invoice-new", as: "manager", path: "/invoices/new" },
    { name: "invoice-draft", as: "manager", path: "/invoices/1" },
    { name: "invoice", as: "manager", path: "/invoices/4" },
    { name: "invoice-paper", as: "manager", path: "/invoices/4", print: true },
    { name: "invoice-send", as: "manager", path: "/invoices/4/send" },
    { name: "invoice-pay", as: "manager", path: "/invoices/4/payment" },
    { name: "invoice-receipt", as: "manager", path: "/invoices/2/receipt" },
    { name: "invoice-hauler", as: "hauler", path: "/invoices/5" },
  ],
};
