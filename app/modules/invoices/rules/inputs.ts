import { z } from "zod";
import { createPriceSchema } from "~/lib/money/money";
import { createTextSchema, createTrimmedTextSchema } from "~/lib/text/input";
import { createVolumeSchema } from "~/lib/units/measures";
import { emailInput, phoneInput } from "~/modules/people/rules/person";
import { calendarDayField, idField } from "~/modules/settlements/rules/inputs";
import { parseTax } from "./invoices";

/** Maximum number of typed lines of an invoice. An invoice for a statement has all of the statement's lines instead. */
const MAX_TYPED_LINES = 60;
/** Maximum invoice amount: a hundred million dollars. */
export const MAX_INVOICE_CENTS = 10_000_000_000;

const QUANTITY = "Type a quantity like 27.4, up to 10,000.";
const TAX = "Type a percentage like 6 or 6.25.";

/** A typed line; all fields are blank if its form row was left blank. */
const line = z.strictObject({
  description: createTrimmedTextSchema(300).optional(),
  quantity: createVolumeSchema(QUANTITY).optional(),
  unit: createTrimmedTextSchema(20).optional(),
  price: createPriceSchema("Type a price like 12.50.")
    .optional()
    .describe("US dollars for each of the quantity. Below zero for a discount."),
  amount: z
    .number()
    .int()
    .min(-MAX_INVOICE_CENTS)
    .max(MAX_INVOICE_CENTS)
    .refine((cents) => cents !== 0, "Type an amount, below zero for a discount.")
    .optional()
    .describe("US cents, instead of quantity and price. Below zero for a discount."),
  certification_id: idField.optional().describe("One of the company's own certifications."),
});
export type TypedLine = z.output<typeof line>;

/** Fields of a draft invoice. An update replaces all of them. */
export const invoiceDraftFields = {
  customer_name: createTrimmedTextSchema(120, "This name is too long").optional(),
  customer_email: emailInput.optional(),
  customer_phone: phoneInput.optional(),
  customer_address: createTrimmedTextSchema(300).optional(),
  due_on: calendarDayField().optional(),
  tax: z
    .union([createTextSchema(12, TAX), z.number()], TAX)
    .refine((typed) => parseTax(typed) !== null, TAX)
    .optional()
    .describe("Percent of the subtotal."),
  memo: createTrimmedTextSchema(1000).optional(),
  lines: z.array(line).max(MAX_TYPED_LINES, `An invoice has ${MAX_TYPED_LINES} lines at most.`).optional(),
};
export type InvoiceDraftFields = z.output<z.ZodObject<typeof invoiceDraftFields>>;
