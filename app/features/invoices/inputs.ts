import { z } from "zod";
import { parseTax } from "~/domain/invoices/invoices";
import { volume } from "~/domain/measures/measures";
import { price } from "~/domain/money/money";
import { emailInput, phoneInput } from "~/domain/people/person";
import { text, trimmed } from "~/domain/text/input";
import { dayInput, idInput } from "~/features/settlements/inputs";

/** So many lines at most are typed for one invoice; those of a statement are as many as it has. */
const MOST_TYPED_LINES = 60;
/** No invoice comes to more: a hundred million dollars. */
export const MOST_INVOICED = 10_000_000_000;

const QUANTITY = "Type a quantity like 27.4, up to 10,000.";
const TAX = "Type a percentage like 6 or 6.25.";

/** A line as it is typed, all blank where its row of the form was left so. */
const line = z.strictObject({
  description: trimmed(300).optional(),
  quantity: volume(QUANTITY).optional(),
  unit: trimmed(20).optional(),
  price: price("Type a price like 12.50.")
    .optional()
    .describe("US dollars for each of the quantity. Below zero for a discount."),
  amount: z
    .number()
    .int()
    .min(-MOST_INVOICED)
    .max(MOST_INVOICED)
    .refine((cents) => cents !== 0, "Type an amount, below zero for a discount.")
    .optional()
    .describe("US cents, instead of quantity and price. Below zero for a discount."),
  certification_id: idInput.optional().describe("One of the company's own certifications."),
});
export type TypedLine = z.output<typeof line>;

/** What an invoice says while it is a draft: all of it, each time. */
export const draftFields = {
  customer_name: trimmed(120, "This name is too long").optional(),
  customer_email: emailInput.optional(),
  customer_phone: phoneInput.optional(),
  customer_address: trimmed(300).optional(),
  due_on: dayInput().optional(),
  tax: z
    .union([text(12, TAX), z.number()], TAX)
    .refine((typed) => parseTax(typed) !== null, TAX)
    .optional()
    .describe("Percent of the subtotal."),
  memo: trimmed(1000).optional(),
  lines: z.array(line).max(MOST_TYPED_LINES, `An invoice has ${MOST_TYPED_LINES} lines at most.`).optional(),
};
export type DraftFields = z.output<z.ZodObject<typeof draftFields>>;
