import { definePost, type PostsByAddress } from "~/web/post.server";
import { issueInvoice } from "./data/issue.server";
import type { pages } from "./pages";

export const posts: PostsByAddress<typeof pages> = {
  "/invoices/:invoiceId/issuing": definePost(issueInvoice, {
    fixed: { invoice_id: "invoiceId" },
    to: ({ id }) => `/invoices/${id}?done=invoice-issued`,
  }),
};
