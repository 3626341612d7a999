import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type RowId, selectInsertedId } from "#db/inserted-id";
import { invoice, invoiceLine } from "#db/schema";
import { parsePrice } from "~/lib/money/money";
import { parseApiPhone } from "~/lib/text/phone";
import { parseVolume } from "~/lib/units/measures";
import { hasExpired, toLastDay } from "~/modules/certifications/rules/certifications";
import { normalizeEmail } from "~/modules/people/rules/person";
import { idField } from "~/modules/settlements/rules/inputs";
import { type CompanyActor, toCreator } from "~/web/actor";
import { allowAnyRows, expectOneRow, expectRows } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { type FieldErrors, invalid, unprocessable } from "~/web/refusal";
import { isUnchanged, requireVersion, updateWithVersion } from "~/web/revise.server";
import {
  type InvoiceDraftFields,
  invoiceDraftFields,
  MAX_INVOICE_CENTS,
  type TypedLine,
} from "../rules/inputs";
import { computeInvoiceSums, computeLineAmount, parseTax } from "../rules/invoices";
import { getInvoiceToday, type InvoiceRow, requireVisibleInvoice } from "./access.server";
import {
  type NewLine,
  readIssuerCertifications,
  readStatementLines,
  requireInvoiceableStatement,
} from "./from-statement.server";

const isBlank = (line: TypedLine) =>
  Object.values(line).every((value) => value === undefined || value === "");

/** Typed lines with their amounts; blank rows are skipped. */
async function typedLines(ctx: Ctx<CompanyActor>, typed: readonly TypedLine[]): Promise<NewLine[]> {
  const errors: FieldErrors = {};
  const rows = typed.map((line, index) => ({ line, at: index })).filter(({ line }) => !isBlank(line));
  const own = await readIssuerCertifications(
    ctx,
    rows.flatMap(({ line }) => line.certification_id ?? []),
  );
  const lines = rows.map(({ line, at }): NewLine => {
    const wrong = (name: keyof TypedLine, words: string) => {
      errors[`lines[${at}].${name}`] = [words];
    };
    if (!line.description) wrong("description", "Say what it is.");
    const quantity = line.quantity === undefined ? null : parseVolume(line.quantity);
    const rate = line.price === undefined ? null : parsePrice(line.price);
    if (rate !== null && line.amount !== undefined) wrong("amount", "Give a price or an amount, not both.");
    if (rate === null && line.amount === undefined) wrong("price", "Type a price like 12.50.");
    const amount_cents = rate === null ? (line.amount ?? 0) : computeLineAmount(rate, quantity);
    if (Math.abs(amount_cents) > MAX_INVOICE_CENTS) wrong("price", "That's more than an invoice can total.");
    const claim = own.find(({ id }) => id === line.certification_id);
    if (line.certification_id && !claim) wrong("certification_id", "Choose one of your own certifications.");
    if (claim && hasExpired(claim.expires_at && toLastDay(claim.expires_at), getInvoiceToday(ctx)))
      wrong("certification_id", "This certification has expired.");
    return {
      description: line.description ?? "",
      quantity: rate === null ? null : (quantity ?? 1000),
      unit: rate === null ? null : line.unit || null,
      rate,
      amount_cents,
      certification_id: claim?.id ?? null,
      certification_license: claim?.license ?? null,
      product_claim: claim?.claim ?? null,
    };
  });
  if (lines.length === 0) errors["lines[0].description"] = ["Add a line: what is it for?"];
  if (Object.keys(errors).length) throw invalid(errors);
  return lines;
}

type Draft = { values: Partial<typeof invoice.$inferInsert> & { customer_name: string }; lines: NewLine[] };

/** A draft from the typed values: lines, sums, and customer. */
async function draftOf(
  ctx: Ctx<CompanyActor>,
  input: InvoiceDraftFields,
  settlement_statement_id: number | null,
): Promise<Draft> {
  const statement =
    settlement_statement_id && (await requireInvoiceableStatement(ctx, settlement_statement_id));
  const today = getInvoiceToday(ctx);
  if (input.due_on && input.due_on < today) throw invalid({ due_on: ["Choose a day from today."] });
  const customer_name = input.customer_name || (statement ? statement.payer.name : "");
  if (!customer_name) throw invalid({ customer_name: ["Type the customer's name."] });
  if (statement && input.lines?.some((line) => !isBlank(line)))
    throw invalid({ lines: ["An invoice for a statement has the statement's lines."] });
  const tax_ppm = input.tax === undefined ? 0 : (parseTax(input.tax) ?? 0);
  if (statement && tax_ppm) throw invalid({ tax: ["A statement is paid as is, without tax."] });
  const lines = statement
    ? await readStatementLines(ctx, statement.statement.id)
    : await typedLines(ctx, input.lines ?? []);
  const sums = computeInvoiceSums(
    lines.map((line) => line.amount_cents),
    tax_ppm,
  );
  if (sums.total_cents <= 0) throw invalid({ "lines[0].price": ["An invoice must be for more than zero."] });
  if (sums.total_cents > MAX_INVOICE_CENTS)
    throw invalid({ "lines[0].price": ["That's more than an invoice can total."] });
  return {
    lines,
    values: {
      customer_company_id: statement ? statement.payer.id : null,
      customer_name,
      customer_email: input.customer_email ? normalizeEmail(input.customer_email) : null,
      customer_phone: input.customer_phone ? parseApiPhone(input.customer_phone) : null,
      customer_address: input.customer_address || null,
      issued_on: today,
      due_on: input.due_on ?? null,
      tax_ppm,
      memo: input.memo || null,
      settlement_statement_id,
      ...sums,
    },
  };
}

/** Insert lines into a draft. They are passed as one text, so that amounts stay whole numbers. */
const lineSteps = (id: RowId, lines: readonly NewLine[]): Step[] =>
  expectRows(
    lines.length,
    sql`INSERT INTO ${invoiceLine} (invoice_id, seq, description, quantity, unit, rate, amount_cents,
        certification_id, certification_license, product_claim)
      SELECT ${id}, key + 1, value ->> 'description', value ->> 'quantity', value ->> 'unit', value ->> 'rate',
             value ->> 'amount_cents', value ->> 'certification_id', value ->> 'certification_license', value ->> 'product_claim'
        FROM json_each(${JSON.stringify(lines)})`,
  );

/** Create an invoice as a draft: for a statement to be paid, or with typed lines. */
export const createInvoice = procedure({
  name: "createInvoice",
  may: "invoice.create",
  input: z.strictObject({ ...invoiceDraftFields, settlement_statement_id: idField.optional() }),
  output: idOutput,
  async run(ctx, { settlement_statement_id, ...fields }) {
    const { values, lines } = await draftOf(ctx, fields, settlement_statement_id ?? null);
    if (settlement_statement_id) await refuseSecond(ctx, settlement_statement_id);
    return ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(invoice).values({
            ...values,
            company_id: ctx.actor.company.id,
            issued_on: getInvoiceToday(ctx),
            ...toCreator(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
        ...lineSteps(selectInsertedId(invoice), lines),
      ],
      { id: selectInsertedId(invoice) },
    );
  },
});

/** Reject a second invoice for a statement: only one at a time is allowed. */
async function refuseSecond(ctx: Ctx<CompanyActor>, statement: number) {
  const [live] = await ctx.read
    .select({ number: invoice.number })
    .from(invoice)
    .where(and(eq(invoice.settlement_statement_id, statement), sql`${invoice.status} <> 'void'`));
  if (live)
    throw unprocessable(
      live.number === null
        ? "A draft invoice already bills this statement."
        : `Invoice ${live.number} already bills this statement.`,
    );
}

/** Overwrite a draft invoice. Its statement can't be changed, and the statement's lines are read again. */
export const updateInvoice = procedure({
  name: "updateInvoice",
  may: "invoice.update",
  input: z.strictObject({ invoice_id: idField, version: z.number().int(), ...invoiceDraftFields }),
  output: idOutput,
  async run(ctx, { invoice_id, version, ...fields }) {
    const row = await requireVisibleInvoice(ctx, invoice_id);
    requireDraft(row);
    requireVersion(row, version, row);
    const { values, lines } = await draftOf(ctx, fields, row.settlement_statement_id);
    const saved = await ctx.read.select().from(invoiceLine).where(eq(invoiceLine.invoice_id, row.id));
    const { issued_on: _today, ...typed } = values;
    const areLinesSaved =
      saved.length === lines.length && lines.every((line, place) => isUnchanged(saved[place] ?? {}, line));
    if (areLinesSaved && isUnchanged(row, typed)) return ctx.commit([], { id: row.id });
    return ctx.commit(
      [
        updateWithVersion(ctx, invoice, row, values, eq(invoice.status, "draft")),
        allowAnyRows(ctx.write.delete(invoiceLine).where(eq(invoiceLine.invoice_id, row.id))),
        ...lineSteps(row.id, lines),
      ],
      { id: row.id },
    );
  },
});

/** Require that an invoice is a draft; only drafts can be changed. */
export function requireDraft(row: InvoiceRow): void {
  if (row.status !== "draft")
    throw unprocessable("An issued invoice can't be changed. Void it, then make a copy.");
}
