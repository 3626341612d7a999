import { and, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import {
  certification,
  certificationType,
  company,
  invoice,
  productClaim,
  settlementStatement,
} from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { formatRate } from "~/lib/money/money";
import { formatPhone, stripExtension } from "~/lib/text/phone";
import { formatPlainVolume } from "~/lib/units/measures";
import {
  formatCertificationName,
  hasExpired,
  toLastDay,
} from "~/modules/certifications/rules/certifications";
import { idField } from "~/modules/settlements/rules/inputs";
import { addDays } from "~/modules/settlements/rules/periods";
import { procedure, type ReadCtx } from "~/web/procedure";
import { formatTaxForInput } from "../rules/invoices";
import { formatInvoiceTitle } from "../rules/paper";
import { getInvoiceToday, type InvoiceRow, readInvoiceLines, requireVisibleInvoice } from "./access.server";
import { requireInvoiceableStatement } from "./from-statement.server";
import { requireDraft } from "./write.server";

/** Default number of days from an invoice's date to its due date. */
const DUE_AFTER = 30;
const MAX_OFFERED = 20;

/** Return options for the acting company's certifications that are valid today. */
async function claims(ctx: ReadCtx) {
  if (!hasPermission(ctx.actor.permissions, "certification.read")) return [];
  const rows = await ctx.read
    .select({
      id: certification.id,
      license: certification.license,
      type: certificationType.name,
      claim: productClaim.name,
      expires_at: certification.expires_at,
    })
    .from(certification)
    .innerJoin(certificationType, eq(certificationType.id, certification.certification_type_id))
    .leftJoin(productClaim, eq(productClaim.id, certification.product_claim_id))
    .where(and(eq(certification.company_id, ctx.actor.company.id), eq(certification.is_deleted, false)))
    .orderBy(certification.certification_type_id, certification.id);
  const today = getInvoiceToday(ctx);
  return rows
    .filter(({ expires_at }) => !hasExpired(expires_at && toLastDay(expires_at), today))
    .map((row) => ({ value: row.id, label: formatCertificationName(row) }));
}

/** Statements issued to the acting company that have no invoice yet, newest first. */
async function openStatements(ctx: ReadCtx) {
  if (!hasPermission(ctx.actor.permissions, "settlement.read")) return [];
  const s = settlementStatement;
  return ctx.read
    .select({
      id: s.id,
      number: s.number,
      payer: company.name,
      total_cents: s.total_cents,
      period_end: s.period_end,
    })
    .from(s)
    .innerJoin(company, eq(company.id, s.paying_company_id))
    .where(
      and(
        eq(s.receiving_company_id, ctx.actor.company.id),
        isNotNull(s.posted_at),
        eq(s.status_type_id, 1),
        gt(s.total_cents, 0),
        sql`NOT EXISTS (SELECT 1 FROM invoice i WHERE i.settlement_statement_id = ${s.id} AND i.status <> 'void')`,
      ),
    )
    .orderBy(desc(s.id))
    .limit(MAX_OFFERED);
}

type FormLine = {
  description: string;
  quantity: string;
  unit: string;
  price: string;
  certification_id: string;
};
const EMPTY = {
  customer_name: "",
  customer_email: "",
  customer_phone: "",
  customer_address: "",
  due_on: "",
  tax: "",
  memo: "",
};
export type InvoiceValues = typeof EMPTY;

const valuesOf = (row: InvoiceRow): InvoiceValues => ({
  customer_name: row.customer_name,
  customer_email: row.customer_email ?? "",
  customer_phone: row.customer_phone ? formatPhone(row.customer_phone) : "",
  customer_address: row.customer_address ?? "",
  due_on: row.due_on ?? "",
  tax: row.tax_ppm ? formatTaxForInput(row.tax_ppm) : "",
  memo: row.memo ?? "",
});

/** Lines of an invoice as typed form values. */
async function typedLines(ctx: ReadCtx, row: InvoiceRow): Promise<FormLine[]> {
  const lines = await readInvoiceLines(ctx, [row.id]);
  return lines.map((line) => ({
    description: line.description,
    quantity: line.rate === null ? "" : formatPlainVolume(line.quantity),
    unit: line.unit ?? "",
    price:
      line.rate === null ? (line.amount_cents / 100).toFixed(2) : formatRate(line.rate).replace(/[$,]/g, ""),
    certification_id: line.certification_id === null ? "" : String(line.certification_id),
  }));
}

type Statement = Awaited<ReturnType<typeof requireInvoiceableStatement>>;
const statementHead = ({ statement, payer }: Statement) => ({
  id: statement.id,
  number: statement.number,
  payer: payer.name,
  total_cents: statement.total_cents,
  line_count: statement.line_count,
});

/**
 * Return earlier customers, last billed first, each with the invoice to copy its details from. The list is empty for a
 * crew that may not read invoices.
 */
async function customers(ctx: ReadCtx) {
  if (!ctx.actor.permissions.invoice.read) return [];
  const rows = await ctx.read
    .select({ name: invoice.customer_name, invoice_id: sql<number>`max(${invoice.id})` })
    .from(invoice)
    .where(and(eq(invoice.company_id, ctx.actor.company.id), isNull(invoice.settlement_statement_id)))
    .groupBy(sql`lower(${invoice.customer_name})`)
    .orderBy(desc(sql`max(${invoice.id})`))
    .limit(MAX_OFFERED);
  return rows.map(({ name, invoice_id }) => ({ name, invoice_id: Number(invoice_id) }));
}

/**
 * Return the initial values of a new invoice's form: empty, for a statement, copied from an invoice, or for an earlier
 * invoice's customer.
 */
export const getNewInvoiceForm = procedure({
  name: "getNewInvoiceForm",
  may: "invoice.create",
  input: z.strictObject({
    statement: idField.optional(),
    copy: idField.optional(),
    customer: idField.optional(),
  }),
  async run(ctx, input) {
    const due_on = addDays(getInvoiceToday(ctx), DUE_AFTER);
    const [choices, statements] = await Promise.all([claims(ctx), openStatements(ctx)]);
    const lines: FormLine[] = [];
    const form = { claims: choices, statements, statement: null, lines, customers: await customers(ctx) };
    if (input.statement) {
      const statement = await requireInvoiceableStatement(ctx, input.statement);
      const [payer] = await ctx.read
        .select({ phone: company.contact_phone_number, address: company.address, city: company.city })
        .from(company)
        .where(eq(company.id, statement.payer.id));
      return {
        ...form,
        statement: statementHead(statement),
        values: {
          ...EMPTY,
          due_on,
          customer_name: statement.payer.name,
          customer_phone: payer?.phone ? formatPhone(stripExtension(payer.phone)) : "",
          customer_address: [payer?.address, payer?.city].filter(Boolean).join(", "),
        },
      };
    }
    const from = ctx.actor.permissions.invoice.read ? (input.copy ?? input.customer) : undefined;
    if (!from) return { ...form, values: { ...EMPTY, due_on } };
    const row = await requireVisibleInvoice(ctx, from);
    if (!input.copy) return { ...form, values: { ...valuesOf(row), due_on, memo: "" } };
    return { ...form, values: { ...valuesOf(row), due_on }, lines: await typedLines(ctx, row) };
  },
});

/** Values of a draft's form. */
export const getInvoiceForm = procedure({
  name: "getInvoiceForm",
  may: "invoice.update",
  input: z.strictObject({ invoice_id: idField }),
  async run(ctx, { invoice_id }) {
    const row = await requireVisibleInvoice(ctx, invoice_id);
    requireDraft(row);
    const match = row.settlement_statement_id
      ? statementHead(await requireInvoiceableStatement(ctx, row.settlement_statement_id))
      : null;
    return {
      id: row.id,
      title: formatInvoiceTitle(row),
      version: row.version,
      claims: await claims(ctx),
      statements: [],
      statement: match,
      values: valuesOf(row),
      lines: match ? [] : await typedLines(ctx, row),
    };
  },
});
