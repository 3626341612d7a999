import type { Pages } from "~/web/page";

export const pages = {
  "/i": { listed: "/invoices" },
  "/i/:invoiceId": { page: "public.tsx", bare: true },
  "/i/:invoiceId/file": { page: "public-file.ts", bare: true },
  "/invoices": {
    page: "invoices.tsx",
    menu: { label: "Invoices", place: 75, icon: "invoices", reads: "invoice" },
  },
  "/invoices/:invoiceId": { page: "invoice.tsx", frame: true },
  "/invoices/:invoiceId/deletion": { page: "deletion.tsx" },
  "/invoices/:invoiceId/edit": { page: "edit.tsx" },
  "/invoices/:invoiceId/file": { page: "file.ts", bare: true },
  "/invoices/:invoiceId/issuing": { post: "/invoices/:invoiceId" },
  "/invoices/:invoiceId/payment": { page: "payment.tsx" },
  "/invoices/:invoiceId/receipt": { page: "receipt.tsx" },
  "/invoices/:invoiceId/reversal": { page: "reversal.tsx" },
  "/invoices/:invoiceId/send": { page: "send.tsx" },
  "/invoices/new": { page: "new.tsx" },
} satisfies Pages;
