import { z } from "zod";
import { outputId, outputVersion } from "~/web/output";
import { DISPLAYED_INVOICE_STATUSES } from "./invoices";

const words = z.string();
const cents = z.number().int().describe("US cents.");
const seconds = z.number().int().describe("Unix seconds.");

/** An invoice in the API. */
export const invoiceOutput = z
  .strictObject({
    id: outputId,
    number: z.number().int().nullable().describe("Null while it is a draft."),
    status: z.enum(DISPLAYED_INVOICE_STATUSES).describe("past_due: open, and its day has passed."),
    customer_name: words,
    customer_email: words.nullable(),
    customer_phone: words.nullable(),
    created: seconds,
    due_date: seconds.nullable().describe("Unix seconds: the last second of the day by which it is due."),
    subtotal: cents,
    tax: cents,
    total: cents,
    amount_due: cents,
    lines: z.array(
      z.strictObject({
        description: words,
        amount: cents,
        certification_license: words.nullable(),
        product_claim: words.nullable(),
      }),
    ),
    invoice_pdf: words.nullable().describe("An address that anyone may open who has it; null for a draft."),
    settlement_statement_id: outputId.nullable(),
    version: outputVersion,
  })
  .meta({ id: "Invoice" });

export const invoicesOutput = z.strictObject({
  invoices: z.array(invoiceOutput),
  meta: z.strictObject({
    take: z.number().int(),
    first_id: outputId.nullable().describe("Send it as `first_id` for the previous page."),
    last_id: outputId.nullable().describe("Send it as `last_id` for the next page."),
    has_previous: z.boolean(),
    has_next: z.boolean(),
  }),
});
